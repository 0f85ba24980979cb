/* hostile: signal=11
 * Writes to an unmapped address. */
#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    volatile int* volatile nowhere = NULL;
    *nowhere = 1;
}
