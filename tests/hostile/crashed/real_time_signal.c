/* hostile: signal=40
 * Ends by a signal that has no name. */
#include <signal.h>

#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    raise(40);
}
