/* A line every 20 ms, as engines of other protocols report what they think: the first one is its answer. */
#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    for (;;) {
        say("info depth 1 score 3\n");
        sleep_ms(20);
    }
}
