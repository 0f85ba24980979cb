/* hostile: turn=3
 * Plays well, but leaves a child that writes another line to its stdout. */
#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    say(answer);
    if (fork() == 0) say("DROP 0\n");
    sleep_on();
}
