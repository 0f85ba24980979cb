/* The fastest possible bot. It reads a turn block of any game that has the common blocks, with as few system calls as
 * possible, and at once answers with the last valid move. All other time of a turn is the referee's. With a number as
 * its argument, it sleeps that many microseconds before each answer. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char buffer[1 << 16];
static size_t have, used;

/* Returns the next line, terminated by a null character. Ends the program at the end of the input. */
static char* next_line(void) {
    for (;;) {
        char* end = memchr(buffer + used, '\n', have - used);
        if (end != NULL) {
            char* line = buffer + used;
            *end = '\0';
            used = (size_t)(end - buffer) + 1;
            return line;
        }
        memmove(buffer, buffer + used, have - used);
        have -= used;
        used = 0;
        ssize_t count = read(0, buffer + have, sizeof buffer - have);
        if (count <= 0) _exit(0);
        have += (size_t)count;
    }
}

static void skip(int lines) {
    while (lines-- > 0)
        next_line();
}

int main(int count, char** arguments) {
    const useconds_t sleep = count > 1 ? (useconds_t)atoi(arguments[1]) : 0;
    for (;;) {
        skip(2); /* the game, the player */
        const int height = atoi(next_line());
        while (atoi(next_line()) >= 0) { /* the ply; -1: the game is over */
            skip(atoi(next_line()));     /* what has happened */
            skip(1 + height);            /* the state, the board */
            skip(atoi(next_line()) - 1); /* the valid moves */
            char* answer = next_line();
            const size_t length = strlen(answer);
            answer[length] = '\n';
            if (sleep > 0) usleep(sleep);
            if (write(1, answer, length + 1) < 0) return 1;
        }
    }
}
