/* hostile: signal=11
 * The referee sees the end of its stdout an instant before it is dead: it has crashed, and not closed its stdout. */
#include <signal.h>

#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    close(STDOUT_FILENO);
    raise(SIGSEGV);
}
