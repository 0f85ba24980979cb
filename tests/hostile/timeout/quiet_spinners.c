/* hostile: modes=on thief alone
 * Starts 250 children that spin, and then stays silent in its turn. They are meant to make the referee wake too late,
 * so that the game is void and the bot does not lose. */
#include "tests/hostile/thief.h"

int main(void) {
    play_until(2);
    in_children(250, begin_and_spin);
    sleep_on();
}
