/* A bot that plays normally until its N-th turn, in which it does what a test has requested.
 *
 *   scripted_bot [--pick K] [--copy FILE] [--chatter BYTES] [--stderr TEXT] [--at N --do ACTION]
 *
 * It answers with the K-th listed move (from 0), or with the last one if there are fewer. ACTION is one of
 * misdeeds_of_*.c. It is done at the N-th turn (from 1, counted over all games that the process plays), or at the start
 * if N is 0.
 * --stderr: writes the text to stderr just before the action.
 * --chatter: writes this many bytes to stderr in every turn, before anything else.
 * --copy: copies everything that the bot reads into the file. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "misdeeds.h"
#include "writing.h"

static char buffer[1 << 16];
static size_t have, used;
static int copy_fd = -1;

/* Returns the next line of the input, terminated by a null character. Ends the program at the end of the input. */
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
        if (have == sizeof buffer) _exit(99); /* no line is as long as the buffer */
        const ssize_t count = read(0, buffer + have, sizeof buffer - have);
        if (count <= 0) _exit(0);
        if (copy_fd >= 0) write_all(copy_fd, buffer + have, (size_t)count);
        have += (size_t)count;
    }
}

static void skip(int lines) {
    while (lines-- > 0)
        next_line();
}

/* Reads the setup block. Returns the height of the board. */
static int read_setup(void) {
    const int has_tiles = strncmp(next_line(), "fitz", 4) == 0;
    int height = 0, width = 0, tiles = 0;
    next_line(); /* which player this bot is */
    sscanf(next_line(), "%d %d %d", &height, &width, &tiles);
    if (has_tiles) skip(5 * tiles);
    return height;
}

/* Reads a whole turn block. Puts the answer with its line end into `answer`. Returns 0 if the game is over and another
 * one follows. */
static int read_turn(int height, int pick, char* answer, size_t size) {
    if (atoi(next_line()) < 0) return 0; /* the number of plies that have been made */
    skip(atoi(next_line()));             /* what has happened since the bot's last turn */
    skip(1 + height);                    /* the state, the board */
    const int moves = atoi(next_line());
    for (int i = 0; i < moves; ++i) {
        const char* move = next_line();
        if (i <= pick) snprintf(answer, size, "%s\n", move);
    }
    return 1;
}

/* Finds the misdeed of "name" or "name:argument". Returns NULL if there is none. */
static const struct misdeed* find_in(const struct misdeed* list, const char* text) {
    const size_t length = strcspn(text, ":");
    for (; list->name != NULL; ++list) {
        if (strlen(list->name) == length && strncmp(list->name, text, length) == 0) return list;
    }
    return NULL;
}

static const struct misdeed* find_misdeed(const char* text) {
    const struct misdeed* found = find_in(misdeeds_of_writing, text);
    return found != NULL ? found : find_in(misdeeds_of_living, text);
}

int main(int argc, char** argv) {
    const struct misdeed* misdeed = NULL;
    const char* argument = "";
    const char* on_stderr = "";
    int at = -1;
    int pick = 0;
    long chatter = 0;
    const struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--at") == 0) at = atoi(argv[i + 1]);
        if (strcmp(argv[i], "--copy") == 0) copy_fd = open(argv[i + 1], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
        if (strcmp(argv[i], "--pick") == 0) pick = atoi(argv[i + 1]);
        if (strcmp(argv[i], "--chatter") == 0) chatter = atol(argv[i + 1]);
        if (strcmp(argv[i], "--stderr") == 0) on_stderr = argv[i + 1];
        if (strcmp(argv[i], "--do") == 0 && (misdeed = find_misdeed(argv[i + 1])) == NULL) {
            fprintf(stderr, "scripted_bot: no action '%s'\n", argv[i + 1]);
            return 98;
        }
        if (strcmp(argv[i], "--do") == 0) argument = argv[i + 1] + strcspn(argv[i + 1], ":");
    }
    if (*argument == ':') ++argument;
    if (at == 0 && misdeed != NULL) {
        write_text(2, on_stderr);
        misdeed->act(argument, "MAGNET\n");
    }
    int height = read_setup();
    for (int turn = 1;; ++turn) {
        char answer[64] = "MAGNET\n";
        const int now = turn == at && misdeed != NULL;
        if (chatter > 0) write_stderr(chatter);
        if (now) write_text(2, on_stderr);
        if (now && misdeed->before_reading) misdeed->act(argument, answer);
        while (!read_turn(height, pick, answer, sizeof answer))
            height = read_setup();
        if (!now) {
            put(answer, strlen(answer));
        } else if (!misdeed->before_reading) {
            misdeed->act(argument, answer);
        }
    }
}
