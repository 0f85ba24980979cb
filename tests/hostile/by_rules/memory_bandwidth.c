/* hostile: thief alone
 * Copies between arrays that are larger than any cache, with four threads. All cores share the memory and caches. */
#include <pthread.h>

#include "tests/hostile/thief.h"

enum { threads = 4, bytes_each = 64 << 20 };

static void* stream(void* nothing) {
    const int readable = PROT_READ | PROT_WRITE;
    char* from = mmap(NULL, bytes_each, readable, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (from == MAP_FAILED) return nothing;
    for (unsigned char round = 0;; ++round) {
        memset(from, round, bytes_each / 2);
        memcpy(from + bytes_each / 2, from, bytes_each / 2);
        __asm__ volatile("" : : "r"(from) : "memory"); /* keeps the compiler from removing the copies */
    }
}

int main(void) {
    play_until(1);
    for (int i = 0; i < threads; ++i) {
        pthread_t thread;
        pthread_create(&thread, NULL, stream, NULL);
    }
    play_on();
}
