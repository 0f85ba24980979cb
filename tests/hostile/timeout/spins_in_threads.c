/* Sixteen threads run at full speed. The referee must nevertheless get the processor in time. */
#include <pthread.h>

#include "tests/hostile/hostile.h"

static void* spin(void* nothing) {
    for (volatile unsigned long i = 0;; ++i) {
    }
    return nothing;
}

int main(void) {
    play_until(2);
    for (int i = 0; i < 16; ++i) {
        pthread_t thread;
        pthread_create(&thread, NULL, spin, NULL);
    }
    sleep_on();
}
