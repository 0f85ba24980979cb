/* Runs away from the referee. Every 2 ms the current child starts a new child in its own session, and ends. A search
 * finds only processes that have already ended. The bot itself never answers. */
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
