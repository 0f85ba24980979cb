/* hostile: thief modes=on turn=2+ opponent_thinks
 * Many threads wait in the kernel for the lock of a file, so that they can't be stopped. The kernel frees the lock in
 * the opponent's turn. Then each thread copies 50 MB without leaving the kernel. */
#include <fcntl.h>
#include <pthread.h>

#include "tests/hostile/hostile.h"

enum { writers = 168, megabytes = 50 };

static int file;
static char* copied;

/* Sealing a file against writing holds its lock for 150 ms while the kernel waits for pages that others use. */
static void* seal(void* nothing) {
    fcntl(file, F_ADD_SEALS, F_SEAL_WRITE);
    return nothing;
}

static void* copy(void* nothing) {
    if (pwrite(file, copied, (size_t)megabytes << 20, 0) < 0) return NULL;
    return nothing;
}

static void begin(void* (*run)(void*)) {
    pthread_t thread;
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 65536);
    pthread_create(&thread, &small, run, NULL);
}

static void prepare(void) {
    int pipe_of_page[2];
    file = memfd_create("file", MFD_ALLOW_SEALING);
    if (file < 0 || pipe(pipe_of_page) != 0) return;
    copy(NULL);
    off_t place = 0;
    splice(file, &place, pipe_of_page[1], NULL, 4096, 0); /* the pipe uses the page */
    begin(seal);
    sleep_ms(2);
    for (int i = 0; i < writers; ++i)
        begin(copy);
    sleep_ms(5);
}

int main(void) {
    copied =
        mmap(NULL, (size_t)megabytes << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    play_until(2);
    prepare();
    play_on();
}
