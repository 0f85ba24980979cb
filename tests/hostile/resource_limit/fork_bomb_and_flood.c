/* hostile: modes=on memory=64M processes=24 limits=short
 * Processes, memory and output without end, all at once. */
#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    for (;;) {
        fork();
        take_memory(1);
        write_all(STDERR_FILENO, "more\n", 5);
    }
}
