/* hostile: signal=11
 * Recurses forever. */
#include "tests/hostile/hostile.h"

static int deeper(volatile int* above) {
    volatile int here[256];
    here[0] = *above + 1;
    return *above < 0 ? 0 : deeper(here) + here[0];
}

int main(void) {
    volatile int bottom = 0;
    play_until(2);
    return deeper(&bottom);
}
