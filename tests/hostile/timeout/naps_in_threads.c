/* hostile: thief
 * Threads compete for the core and then sleep all together. Added up, they wait for a core for much longer than the
 * time for which the bot used none, as if other programs had the core. */
#include <pthread.h>

#include "tests/hostile/hostile.h"

enum { threads = 16, ms_awake = 10, ms_asleep = 15 };

static long ms_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void* nap(void* nothing) {
    for (;;) {
        while (ms_now() % (ms_awake + ms_asleep) < ms_awake) {
        }
        sleep_ms(ms_awake + ms_asleep - ms_now() % (ms_awake + ms_asleep));
    }
    return nothing;
}

int main(void) {
    play_until(2);
    for (int i = 0; i < threads; ++i) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, nap, NULL) != 0) break;
    }
    sleep_on();
}
