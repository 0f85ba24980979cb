/* hostile: modes=on memory=64M processes=24
 * Starts processes until the limit is reached, and continues to play. This is allowed. */
#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    for (int i = 0; i < 100; ++i) {
        if (fork() == 0) sleep_on();
    }
    play_on();
}
