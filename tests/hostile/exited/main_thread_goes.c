/* hostile: exit_code=5
 * Its first thread ends while others live on: to the kernel a zombie that is none, and only the last thread ends it. */
#include <pthread.h>

#include "tests/hostile/hostile.h"

static void* exit_later(void* nothing) {
    sleep_ms(50);
    _exit(5);
    return nothing;
}

int main(void) {
    pthread_t thread;
    play_until(2);
    pthread_create(&thread, NULL, exit_later, NULL);
    pthread_exit(NULL);
}
