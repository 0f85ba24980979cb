/* Writes a line every 20 ms, as engines that use other protocols report their thoughts. The first line counts as its
 * answer. */
#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    for (;;) {
        say("info depth 1 score 3\n");
        sleep_ms(20);
    }
}
