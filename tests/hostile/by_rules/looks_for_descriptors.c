/* hostile: attack
 * Looks for descriptors that it has inherited by mistake: the opponent's pipes, the referee's log. */
#include <fcntl.h>

#include "tests/hostile/hostile.h"

int main(void) {
    int found = 0;
    for (int fd = 3; fd < 4096; ++fd)
        found += fcntl(fd, F_GETFD) >= 0;
    play_until(2);
    tried("to find more than three descriptors", found != 0);
    play_on();
}
