/* Opens the other end of its own stdin through /proc, and writes into it. The unread bytes there don't come from the
 * referee. */
#include <fcntl.h>

#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    const int own_input = open("/proc/self/fd/0", O_WRONLY);
    write_all(own_input, "7\n0\n0 0\n", 8);
    say(answer);
    sleep_on();
}
