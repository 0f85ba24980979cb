/* hostile: thief alone
 * Has sixteen children that spin forever, each in its own session. A scheduler that shares the processor by session
 * gives each of them as much as the opponent, and a signal to the process group misses them. */
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
