/* hostile: modes=on memory=64M
 * Reserves address space that it never uses, as many runtimes do. */
#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    if (mmap(NULL, (size_t)1 << 40, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) == MAP_FAILED) {
        return 1;
    }
    play_on();
}
