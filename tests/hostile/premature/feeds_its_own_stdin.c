/* Opens the other end of its own stdin through /proc, and fills it. The unread bytes there are not the referee's. */
#include <fcntl.h>

#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    const int own_input = open("/proc/self/fd/0", O_WRONLY);
    write_all(own_input, "7\n0\n0 0\n", 8);
    say(answer);
    sleep_on();
}
