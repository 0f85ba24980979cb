/* hostile: thief modes=on first=short
 * 240 threads spin, and one fills a huge mapping. The referee and the warden share their core, wake late, and have to
 * look at many threads, so that the machine seems to be busy. */
#include <pthread.h>

#include "tests/hostile/hostile.h"

enum { threads = 240 };

static void* spin(void* nothing) {
    for (volatile unsigned long i = 0;; ++i) {
    }
    return nothing;
}

static void* fill(void* nothing) {
    enum { megabytes = 700 };
    for (;;) {
        void* memory = mmap(NULL, (size_t)megabytes << 20, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
        if (memory == MAP_FAILED) return nothing;
        munmap(memory, (size_t)megabytes << 20);
    }
}

int main(void) {
    play_until(2);
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 65536);
    for (int i = 0; i < threads; ++i) {
        pthread_t thread;
        if (pthread_create(&thread, &small, i == 0 ? fill : spin, NULL) != 0) break;
    }
    sleep_on();
}
