/* Runs from the referee: every 2 ms a new child takes its place, in a session of its own, and the old one ends. Whoever
 * looks for it finds only what is gone already. The bot itself never answers. */
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
