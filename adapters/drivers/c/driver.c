/* Lets a function play: it reads the blocks, and writes the moves that choose() returns. */
#define _GNU_SOURCE
#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "player.h"

static FILE *in, *out;

static void fail(const char* why) {
    fflush(stdout);
    fprintf(stderr, "Error: %s\n", why); /* `referee check` recognizes an error by this word */
    fflush(stderr);
    _exit(1);
}

static void* grown(void* memory, size_t size) {
    memory = realloc(memory, size > 0 ? size : 1);
    if (memory == NULL) fail("there is no memory for the position");
    return memory;
}

/* The next line, in memory of its own. The process ends when the input does. */
static char* line(void) {
    char* text = NULL;
    size_t size = 0;
    const ssize_t length = getline(&text, &size, in);
    if (length < 0) {
        fflush(stdout);
        _exit(0);
    }
    if (length > 0 && text[length - 1] == '\n') text[length - 1] = '\0';
    return text;
}

struct numbers {
    int* values;
    int count;
};

/* Adds the numbers of a line. */
static void add_numbers(struct numbers* all, char* text) {
    char* end = text;
    for (char* at = text;; at = end) {
        const long value = strtol(at, &end, 10);
        if (end == at) break;
        all->values = grown(all->values, (size_t)(all->count + 1) * sizeof(int));
        all->values[all->count++] = (int)value;
    }
    free(text);
}

static struct numbers numbers(void) {
    struct numbers all = {NULL, 0};
    add_numbers(&all, line());
    return all;
}

static int number(void) {
    struct numbers all = numbers();
    const int first = all.count > 0 ? all.values[0] : 0;
    free(all.values);
    return first;
}

static const char** lines(int count) {
    const char** all = grown(NULL, (size_t)(count > 0 ? count : 0) * sizeof(char*));
    for (int i = 0; i < count; ++i) all[i] = line();
    return all;
}

static void free_lines(const char** all, int count) {
    for (int i = 0; i < count; ++i) free((void*)all[i]);
    free(all);
}

static void play(const struct state* state) {
    const char* move = choose(state);
    if (move == NULL) fail("choose() returned NULL: return one of state->moves");
    if (strchr(move, '\n') != NULL) fail("choose() returned several lines: return one of state->moves");
    fprintf(out, "%.1000s\n", move);
    fflush(out);
}

static void play_on_board(const char* game) {
    struct state state;
    memset(&state, 0, sizeof state);
    state.me = number();
    struct numbers settings = numbers();
    state.settings = settings.values;
    state.settings_count = settings.count;
    state.height = settings.values[0];
    state.width = settings.values[1];
    const int tile_rows = strncmp(game, "fitz ", 5) == 0 ? 5 * settings.values[2] : 0;
    state.tiles = lines(tile_rows);
    while ((state.ply = number()) >= 0) {
        state.news_count = number();
        state.news = lines(state.news_count);
        struct numbers rest = numbers();
        state.numbers = rest.values;
        state.numbers_count = rest.count;
        state.board = lines(state.height);
        state.move_count = number();
        if (state.move_count < 0) state.move_count = 0; /* they are not listed */
        state.moves = lines(state.move_count);
        play(&state);
        free_lines(state.news, state.news_count);
        free_lines(state.board, state.height);
        free_lines(state.moves, state.move_count);
        free(rest.values);
    }
    free_lines(state.tiles, tile_rows);
    free(settings.values);
}

/* Reads a count and as many lines of numbers. Returns the count. */
static int add_table(struct numbers* all) {
    const int before = all->count;
    add_numbers(all, line());
    const int count = all->values[before];
    for (int i = 0; i < count; ++i) add_numbers(all, line());
    return count;
}

static void add_move(struct state* state, const char* form, int first, int second) {
    char* move = NULL;
    if (asprintf(&move, form, first, second) < 0) fail("there is no memory for the moves");
    state->moves = grown(state->moves, (size_t)(state->move_count + 1) * sizeof(char*));
    state->moves[state->move_count++] = move;
}

static void play_cluster(int cells) {
    struct numbers setup = {NULL, 0};
    setup.values = grown(NULL, sizeof(int));
    setup.values[setup.count++] = cells;
    for (int i = 0; i < cells; ++i) add_numbers(&setup, line());
    for (int table = 0; table < 3; ++table) add_table(&setup);
    for (;;) {
        struct state state;
        memset(&state, 0, sizeof state);
        struct numbers turn = numbers();
        if (turn.values[0] < 0) {
            free(turn.values);
            break;
        }
        const int columns_at = turn.count + 1;
        const int columns = add_table(&turn);
        add_table(&turn);
        add_table(&turn);
        const int hand_at = turn.count + 1;
        const int hand = add_table(&turn);
        free(line());
        for (int column = 0; column < columns; ++column)
            for (int drawn = 0; drawn < hand; ++drawn)
                if (drawn == 0 || turn.values[hand_at + drawn] != turn.values[hand_at])
                    add_move(&state, "PLACE %d %d", turn.values[columns_at + 2 * column], turn.values[hand_at + drawn]);
        for (int cycles = 1; cycles <= 5; ++cycles) add_move(&state, "ROTATE %d", cycles, 0);
        state.setup_numbers = setup.values;
        state.setup_count = setup.count;
        state.turn_numbers = turn.values;
        state.turn_count = turn.count;
        play(&state);
        free_lines(state.moves, state.move_count);
        free(turn.values);
    }
    free(setup.values);
}

int main(void) {
    /* What the hand-in prints goes to stderr, and it reads nothing. */
    in = fdopen(fcntl(0, F_DUPFD_CLOEXEC, 3), "r");
    out = fdopen(fcntl(1, F_DUPFD_CLOEXEC, 3), "w");
    const int nothing = open("/dev/null", O_RDONLY);
    if (in == NULL || out == NULL || nothing < 0 || dup2(nothing, 0) < 0 || dup2(2, 1) < 0) fail("there are no descriptors");
    close(nothing);
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* or a crash would lose what was printed */
    for (;;) {
        char* game = line();
        if (isdigit((unsigned char)game[0]))
            play_cluster(atoi(game));
        else
            play_on_board(game);
        free(game);
    }
}
