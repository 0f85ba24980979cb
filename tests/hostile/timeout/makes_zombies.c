/* Fifty children that have ended and are not waited for: they are to be reaped with it. */
#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    for (int i = 0; i < 50; ++i) {
        if (fork() == 0) _exit(0);
    }
    sleep_on();
}
