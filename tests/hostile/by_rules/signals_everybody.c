/* hostile: modes=on attack
 * Sends SIGKILL to every process, one by one, and then all signals to the sandbox's first process. The opponent, the
 * referee and the first process must not be affected. */
#include <signal.h>

#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    int reached = 0;
    for (pid_t pid = 2; pid < 100000; ++pid) {
        if (pid == getpid()) continue;
        if (kill(pid, 0) == 0) ++reached;
        kill(pid, SIGKILL);
    }
    tried("to kill processes that are not its own", reached != 0);
    for (int number = 1; number < 65; ++number)
        kill(1, number);
    sleep_ms(50);
    tried("to kill the first process", kill(1, 0) != 0);
    play_on();
}
