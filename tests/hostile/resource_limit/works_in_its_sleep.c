/* hostile: thief modes=on turn=2+ opponent_thinks
 * Many threads wait in the kernel for the lock of a file, so that they can't be stopped. Another one holds the lock
 * while it waits for the disk, also in the opponent's turn. Then each thread copies 50 MB without leaving the kernel.
 */
#include <fcntl.h>
#include <pthread.h>

#include "tests/hostile/hostile.h"

enum { writers = 168, megabytes = 50 };

static int file;
static char* copied;

/* Writes what is not in memory: the kernel reads page after page of the program's interpreter from the disk. */
static void* hold(void* nothing) {
    const int disk = open("/usr/bin/python3", O_RDONLY);
    const off_t size = lseek(disk, 0, SEEK_END);
    posix_fadvise(disk, 0, 0, POSIX_FADV_DONTNEED);
    char* pages = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, disk, 0);
    madvise(pages, (size_t)size, MADV_RANDOM);
    if (pwrite(file, pages, (size_t)size, 0) < 0) return NULL;
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
    file = memfd_create("file", 0);
    if (file < 0) return;
    copy(NULL);
    begin(hold);
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
