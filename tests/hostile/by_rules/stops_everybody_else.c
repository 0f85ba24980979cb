/* hostile: modes=on
 * Leaves a child that constantly stops and continues every process that it can reach, including the bot. */
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
