/* hostile: modes=on memory=64M processes=24
 * Starts threads until the limit is reached, and then exits. */
#include <pthread.h>

#include "tests/hostile/hostile.h"

static void* rest(void* nothing) {
    sleep_on();
    return nothing;
}

int main(void) {
    pthread_t thread;
    play_until(2);
    while (pthread_create(&thread, NULL, rest, NULL) == 0) {
    }
    abort();
}
