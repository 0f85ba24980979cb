/* hostile: thief alone
 * Starts processes and threads that end at once, and waits for them. The kernel frees their data after a grace
 * period. */
#include <pthread.h>
#include <sys/wait.h>

#include "tests/hostile/leftovers.h"

static void* end_at_once(void* nothing) {
    return nothing;
}

static void leave(void) {
    for (int i = 0; i < 4; ++i) {
        pthread_t thread;
        if (fork() == 0) _exit(0);
        if (pthread_create(&thread, NULL, end_at_once, NULL) == 0) pthread_join(thread, NULL);
    }
    while (waitpid(-1, NULL, WNOHANG) > 0) {
    }
}

int main(void) {
    leave_in_each_turn(leave);
}
