/* Eight threads write long lines as fast as the pipe takes them. */
#include <pthread.h>

#include "tests/hostile/hostile.h"

static void* flood(void* nothing) {
    static char bytes[1 << 16];
    memset(bytes, 'x', sizeof bytes);
    for (;;)
        write_all(STDOUT_FILENO, bytes, sizeof bytes);
    return nothing;
}

int main(void) {
    play_until(2);
    for (int i = 0; i < 8; ++i) {
        pthread_t thread;
        pthread_create(&thread, NULL, flood, NULL);
    }
    sleep_on();
}
