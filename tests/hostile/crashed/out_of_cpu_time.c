/* hostile: signal=24
 * Sets a limit on its own CPU time, and exceeds it. */
#include <sys/resource.h>

#include "tests/hostile/hostile.h"

int main(void) {
    const struct rlimit one_second = {0, 2};
    play_until(2);
    setrlimit(RLIMIT_CPU, &one_second);
    for (volatile unsigned long i = 0;; ++i) {
    }
}
