/* Four children write to stderr forever and without line ends, while the bot thinks. */
#include "tests/hostile/hostile.h"

int main(void) {
    static char bytes[1 << 16];
    play_until(2);
    memset(bytes, 0xff, sizeof bytes);
    for (int i = 0; i < 4; ++i) {
        while (fork() == 0)
            for (;;)
                write_all(STDERR_FILENO, bytes, sizeof bytes);
    }
    sleep_on();
}
