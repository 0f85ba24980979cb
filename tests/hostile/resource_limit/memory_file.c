/* hostile: modes=on memory=48M
 * Takes memory that belongs to no process: files of memfd_create(), each below the limit on a file's size. */
#include "tests/hostile/hostile.h"

int main(void) {
    static char block[1 << 20];
    play_until(2);
    memset(block, 1, sizeof block);
    for (;;) {
        const int file = memfd_create("hostile", 0);
        for (int i = 0; i < 32; ++i)
            write_all(file, block, sizeof block);
    }
}
