/* hostile: signal=11
 * Writes where no memory is. */
#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    volatile int* volatile nowhere = NULL;
    *nowhere = 1;
}
