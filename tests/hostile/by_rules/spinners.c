/* hostile: thief alone
 * Sixteen children that spin for ever, each in a session of its own: a scheduler that shares by session gives each as
 * much as the whole opponent, and who stops a process group misses them. */
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
