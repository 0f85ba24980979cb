/* hostile: thief alone
 * Four children write to stderr forever, without waiting for room in the pipe. The referee has to read this text during
 * the bot's turn. */
#include <fcntl.h>

#include "tests/hostile/thief.h"

static void steal(void) {
    static char block[1 << 16];
    memset(block, 'x', sizeof block);
    fcntl(STDERR_FILENO, F_SETFL, O_WRONLY | O_NONBLOCK);
    begun();
    for (;;) {
        if (write(STDERR_FILENO, block, sizeof block) < 0) continue;
    }
}

int main(void) {
    play_until(1);
    in_children(4, steal);
    play_on();
}
