/* hostile: thief alone
 * Has sixteen children that spin forever, each in its own session. A scheduler that shares the processor by session
 * gives each child as much time as the opponent, and a signal to the bot's process group does not reach them. */
#include "tests/hostile/thief.h"

static void steal(void) {
    setsid();
    begin_and_spin();
}

int main(void) {
    play_until(1);
    in_children(16, steal);
    play_on();
}
