/* hostile: exit_code=5
 * Its first thread ends while another thread continues to run. The kernel then shows the process as a zombie, although
 * it still runs. The process ends only with its last thread. */
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
