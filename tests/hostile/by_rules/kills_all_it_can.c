/* hostile: modes=on attack
 * Sends SIGKILL to all processes at once, again and again, while a child in its own session sleeps. */
#include <signal.h>

#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    const pid_t child = fork();
    if (child == 0) {
        setsid();
        sleep_on();
    }
    for (int i = 0; i < 100; ++i) {
        kill(-1, SIGCONT);
        kill(-1, SIGKILL);
        kill(0, SIGCONT);
    }
    tried("to kill the first process", kill(1, 0) != 0);
    play_on();
}
