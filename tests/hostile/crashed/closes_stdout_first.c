/* hostile: signal=11
 * The referee sees the end of the bot's stdout an instant before the bot is dead. The verdict must be a crash, not a
 * closed stdout. */
#include <signal.h>

#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    close(STDOUT_FILENO);
    raise(SIGSEGV);
}
