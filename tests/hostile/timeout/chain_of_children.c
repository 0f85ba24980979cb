/* Runs away from the referee: every 2 ms a new child in its own session takes the place of the old one, which ends. A
 * search finds only processes that have already ended. The bot itself never answers. */
#include <signal.h>

#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    if (fork() == 0) {
        for (;;) {
            if (fork() != 0) _exit(0);
            setsid();
            sleep_ms(2);
        }
    }
    sleep_on();
}
