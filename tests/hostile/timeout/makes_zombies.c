/* Leaves fifty children that have ended, without waiting for them. The referee must reap them together with the bot. */
#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    for (int i = 0; i < 50; ++i) {
        if (fork() == 0) _exit(0);
    }
    sleep_on();
}
