/* hostile: modes=on
 * Leaves a child that stops and continues everything it can reach, all the time, the bot too. */
#include <signal.h>

#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    if (fork() == 0) {
        for (;;) {
            kill(-1, SIGSTOP);
            kill(-1, SIGCONT);
            sleep_ms(1);
        }
    }
    play_on();
}
