/* hostile: signal=9
 * SIGKILL to itself, which must not be taken for the referee's own, nor for a lack of memory. */
#include <signal.h>

#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    raise(SIGKILL);
}
