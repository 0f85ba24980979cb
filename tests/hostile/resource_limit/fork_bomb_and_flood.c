/* hostile: modes=on memory=64M processes=24 limits=short
 * Starts processes, allocates memory and writes output without end, all at the same time. */
#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    for (;;) {
        fork();
        take_memory(1);
        write_all(STDERR_FILENO, "more\n", 5);
    }
}
