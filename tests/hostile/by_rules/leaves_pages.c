/* hostile: thief alone
 * Fills memory and files in memory, and releases them. The kernel may search for these pages and free them later. */
#include <fcntl.h>

#include "tests/hostile/leftovers.h"

static void leave(void) {
    const size_t size = (size_t)8 << 20;
    char* memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    const int file = memfd_create("pages", MFD_CLOEXEC);
    const int on_disk = open("/tmp/pages", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (memory != MAP_FAILED) {
        write_all(file, memory, size);
        write_all(on_disk, memory, size / 8);
        madvise(memory, size / 2, MADV_DONTNEED);
        munmap(memory, size);
    }
    close(file);
    close(on_disk);
    unlink("/tmp/pages");
}

int main(void) {
    leave_in_each_turn(leave);
}
