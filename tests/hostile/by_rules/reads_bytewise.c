/* Calls read() for each byte. A block may stay unread for a long time, but not when the bot answers. */
#include "tests/hostile/hostile.h"

int main(void) {
    setvbuf(stdin, NULL, _IONBF, 0);
    play_until(2);
    play_on();
}
