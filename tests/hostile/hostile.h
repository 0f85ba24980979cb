/* Helpers of the hostile programs. The programs play normally until their misdeed, and report what they have tried.
 * Most programs misbehave in their second turn. Some do so before they read anything. */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static int board_height;
static int left_to_skip_of_setup = 3;
static char answer[64]; /* the first listed move of the last block, with its line end */

static inline void write_all(int fd, const char* bytes, size_t count) {
    while (count > 0) {
        const ssize_t written = write(fd, bytes, count);
        if (written < 0) return;
        bytes += written;
        count -= (size_t)written;
    }
}

static inline void say(const char* text) {
    write_all(STDOUT_FILENO, text, strlen(text));
}

static inline void sleep_ms(long ms) {
    struct timespec left = {ms / 1000, ms % 1000 * 1000000};
    while (nanosleep(&left, &left) != 0) {
    }
}

static inline void sleep_on(void) {
    for (;;)
        sleep_ms(1000);
}

/* Allocates this many megabytes and never frees them. Does not use malloc(), because a compiler may remove an unused
 * allocation. */
static inline void take_memory(size_t megabytes) {
    mmap(NULL, megabytes << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
}

/* Reads a line. Ends the program at the end of the input. */
static inline char* next_line(void) {
    static char line[1 << 13];
    if (fgets(line, sizeof line, stdin) == NULL) exit(0);
    return line;
}

/* Reads a turn block. If it gets -1 instead of the number of plies, it reads the setup and the first turn block of the
 * next game. */
static inline void read_turn(void) {
    while (left_to_skip_of_setup-- > 0) {
        const char* line = next_line();
        if (left_to_skip_of_setup == 0) board_height = atoi(line);
    }
    left_to_skip_of_setup = 0;
    if (atoi(next_line()) < 0) { /* the number of plies that have been made */
        left_to_skip_of_setup = 3;
        read_turn();
        return;
    }
    for (int news = atoi(next_line()); news > 0; --news)
        next_line();
    for (int rows = board_height; rows >= 0; --rows)
        next_line(); /* the state, then the board */
    const int moves = atoi(next_line());
    for (int i = 0; i < moves; ++i) {
        const char* move = next_line();
        if (i == 0) snprintf(answer, sizeof answer, "%.60s", move);
    }
}

/* Plays well until it has read the block of this turn, counted from 1. Does not answer this block. */
static inline void play_until(int turn) {
    for (read_turn(); turn > 1; --turn) {
        say(answer);
        read_turn();
    }
}

/* Answers the last block, and plays well to the end. */
static inline void play_on(void) {
    for (;;) {
        say(answer);
        read_turn();
    }
}

/* Reports on stderr what an attacking bot has tried, and whether it has succeeded. */
static inline void tried(const char* what, int succeeded) {
    fprintf(stderr, "%s: %s\n", succeeded ? "SUCCEEDED" : "tried in vain", what);
}
