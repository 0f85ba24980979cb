/* hostile: modes=on attack
 * Writes until there is no room left, in each folder that it may write to. /tmp and /dev/shm hold 64 MB each. */
#include <fcntl.h>

#include "tests/hostile/hostile.h"

static long megabytes_into(const char* folder) {
    static char block[1 << 20];
    long written = 0;
    for (int number = 0; number < 8 && written < 200; ++number) {
        char path[64];
        snprintf(path, sizeof path, "%s/hostile_%d", folder, number);
        const int file = open(path, O_WRONLY | O_CREAT, 0600);
        for (int i = 0; i < 30 && write(file, block, sizeof block) == (ssize_t)sizeof block; ++i)
            ++written;
        close(file);
    }
    return written;
}

int main(void) {
    play_until(2);
    tried("to write more than 64 MB into /tmp", megabytes_into("/tmp") > 64);
    tried("to write more than 64 MB into /dev/shm", megabytes_into("/dev/shm") > 64);
    tried("to find another place that takes more", megabytes_into("/dev/mqueue") + megabytes_into("/run") > 0);
    play_on();
}
