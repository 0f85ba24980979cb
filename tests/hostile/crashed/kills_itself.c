/* hostile: signal=9
 * Sends SIGKILL to itself. This must not be mistaken for the referee's SIGKILL, nor for a lack of memory. */
#include <signal.h>

#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    raise(SIGKILL);
}
