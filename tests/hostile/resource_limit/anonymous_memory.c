/* hostile: modes=on memory=64M
 * Allocates memory until none is left. */
#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    for (;;)
        take_memory(1);
}
