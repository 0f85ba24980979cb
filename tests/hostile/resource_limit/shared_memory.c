/* hostile: modes=on memory=48M limits=short
 * Fills /tmp and /dev/shm, which are in memory, beyond its memory limit. */
#include <fcntl.h>

#include "tests/hostile/hostile.h"

static void fill(const char* path) {
    static char block[1 << 20];
    memset(block, 1, sizeof block);
    const int file = open(path, O_WRONLY | O_CREAT, 0600);
    for (int i = 0; i < 60; ++i)
        write_all(file, block, sizeof block);
}

int main(void) {
    play_until(2);
    fill("/tmp/hostile");
    fill("/dev/shm/hostile");
    sleep_on();
}
