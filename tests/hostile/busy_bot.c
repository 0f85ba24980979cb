/* A bot whose threads are always busy, so that it profits from all CPU time that is not counted. It answers at once,
 * with the first listed move.
 *
 * Usage: busy_bot THREADS [child]. With `child`, it also has a sleeping child, which the referee has to stop, too. */
#include <pthread.h>

#include "tests/hostile/hostile.h"

static void* spin(void* nothing) {
    for (volatile unsigned long i = 0;; ++i) {
    }
    return nothing;
}

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    play_until(1);
    if (argc > 2 && fork() == 0) sleep_on();
    for (int i = atoi(argv[1]); i > 0; --i) {
        pthread_t thread;
        pthread_attr_t attributes;
        pthread_attr_init(&attributes);
        pthread_attr_setstacksize(&attributes, 1 << 16);
        if (pthread_create(&thread, &attributes, spin, NULL) != 0) return 1;
    }
    play_on();
}
