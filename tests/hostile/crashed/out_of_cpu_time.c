/* hostile: signal=24
 * A limit of its own on processor time. */
#include <sys/resource.h>

#include "tests/hostile/hostile.h"

int main(void) {
    const struct rlimit one_second = {0, 2};
    play_until(2);
    setrlimit(RLIMIT_CPU, &one_second);
    for (volatile unsigned long i = 0;; ++i) {
    }
}
