/* What the hostile programs share: playing like any other bot until it is time, and telling what was tried.
 * A program is free to do its deed before it reads anything; most do it at their second turn. */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static int board_height;
static int left_to_skip_of_setup = 3;
static char answer[64]; /* to the block that was read last, with its line end: the first move listed */

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

/* Takes so much memory and does not give it back. Without malloc(), whose memory a compiler may leave away. */
static inline void take_memory(size_t megabytes) {
    mmap(NULL, megabytes << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
}

/* Ends the program at the end of the input. */
static inline char* next_line(void) {
    static char line[1 << 13];
    if (fgets(line, sizeof line, stdin) == NULL) exit(0);
    return line;
}

/* Also where it is that of the next game: -1 in place of the plies tells of it. */
static inline void read_turn(void) {
    while (left_to_skip_of_setup-- > 0) {
        const char* line = next_line();
        if (left_to_skip_of_setup == 0) board_height = atoi(line);
    }
    left_to_skip_of_setup = 0;
    if (atoi(next_line()) < 0) { /* how many plies have been made */
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

/* Plays well; returns when it has read the block of its turn of this number, from 1, and has not answered it. */
static inline void play_until(int turn) {
    for (read_turn(); turn > 1; --turn) {
        say(answer);
        read_turn();
    }
}

/* Answers the block that was read last, and plays well to the end. */
static inline void play_on(void) {
    for (;;) {
        say(answer);
        read_turn();
    }
}

/* For a bot that attacks: tells on stderr what it has tried, and whether that was of any use to it. */
static inline void tried(const char* what, int succeeded) {
    fprintf(stderr, "%s: %s\n", succeeded ? "SUCCEEDED" : "tried in vain", what);
}
