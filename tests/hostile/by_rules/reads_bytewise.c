/* Calls read() for each byte. So a block stays partly unread for a long time, but it has been read when the bot
 * answers. */
#include "tests/hostile/hostile.h"

int main(void) {
    setvbuf(stdin, NULL, _IONBF, 0);
    play_until(2);
    play_on();
}
