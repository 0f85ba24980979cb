/* hostile: signal=40
 * Ended by a signal that has no name. */
#include <signal.h>

#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    raise(40);
}
