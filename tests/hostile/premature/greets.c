/* hostile: turn=1
 * Introduces itself before it has been asked anything. */
#include "tests/hostile/hostile.h"

int main(void) {
    say("Hello, I am a bot!\n");
    sleep_on();
}
