/* hostile: modes=on signal=25
 * Writes a file beyond the limit on a file's size, and does not handle the signal for it. */
#include <fcntl.h>

#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    const int file = open("/tmp/hostile", O_WRONLY | O_CREAT, 0600);
    if (lseek(file, (off_t)1 << 40, SEEK_SET) < 0) return 1;
    write_all(file, "x", 1);
    return 1;
}
