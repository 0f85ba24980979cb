/* hostile: thief alone modes=on turn=2+ opponent_thinks
 * Many threads write to one file. Each copies 200 MB at a time without leaving the kernel, while the others wait in the
 * kernel for the file's lock. So they go on one after the other when they should stop. */
#include <pthread.h>

#include "tests/hostile/hostile.h"

enum { writers = 168, megabytes = 200 };

static int file;
static char* copied;

static void* copy(void* nothing) {
    while (pwrite(file, copied, (size_t)megabytes << 20, 0) > 0) {
    }
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
    file = memfd_create("file", 0);
    if (file < 0) return;
    for (int i = 0; i < writers; ++i)
        begin(copy);
    sleep_ms(50);
}

int main(void) {
    copied = mmap(NULL, (size_t)megabytes << 20, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    play_until(2);
    prepare();
    play_on();
}
