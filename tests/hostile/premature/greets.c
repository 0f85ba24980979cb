/* hostile: turn=1
 * Introduces itself before the first turn block. */
#include "tests/hostile/hostile.h"

int main(void) {
    say("Hello, I am a bot!\n");
    sleep_on();
}
