/* A bot like those that were written for the original CLUSTER. It reads each block with scanf, number by number in the
 * original's order. It keeps the board up to date, and places one of its pellets in one of the listed columns.
 *
 *     cluster_starter [SEED]
 *
 * Checks every number against what the bot already knows. If a number is impossible, the bot reports it on stderr and
 * exits. */
#include <stdio.h>
#include <stdlib.h>

enum { MAX_CELLS = 3000, MAX_COLUMNS = 63, COLOURS = 4 };

static int cells, columns;
static int neighbours[MAX_CELLS][6];
static int tops[MAX_COLUMNS][6];
static int colour_of_cell[MAX_CELLS]; /* -1: empty */
static int cell_of_pellet[MAX_CELLS], colour_of_pellet[MAX_CELLS];
static int pellets;
static int is_mine[COLOURS], is_theirs[COLOURS];

static void expect(int holds, const char* what) {
    if (holds) return;
    fprintf(stderr, "cluster_starter: wrong %s\n", what);
    exit(1);
}

/* Reads the next number, which must lie between `least` and `most`. Ends the program at the end of the input. */
static int number(const char* what, int least, int most) {
    int value;
    const int got = scanf("%d", &value);
    if (got == EOF) exit(0);
    expect(got == 1 && value >= least && value <= most, what);
    return value;
}

static void read_colours(int* owned) {
    int left = number("number of colours", 2, 2);
    while (left-- > 0) {
        owned[number("colour", 0, COLOURS - 1)] = 1;
        number("size of a bag", 1, cells / 4);
    }
}

static void read_setup(void) {
    pellets = 0;
    for (int colour = 0; colour < COLOURS; ++colour)
        is_mine[colour] = is_theirs[colour] = 0;
    cells = number("number of cells", 19, MAX_CELLS - 1);
    for (int i = 0; i < cells; ++i) {
        number("cell", i, i);
        for (int direction = 0; direction < 6; ++direction)
            neighbours[i][direction] = number("neighbour", -1, cells - 1);
        colour_of_cell[i] = -1;
    }
    columns = number("number of columns", 5, MAX_COLUMNS);
    for (int i = 0; i < columns; ++i) {
        number("column", i, i);
        for (int direction = 0; direction < 6; ++direction)
            tops[i][direction] = number("top", 0, cells - 1);
    }
    read_colours(is_mine);
    read_colours(is_theirs);
    for (int colour = 0; colour < COLOURS; ++colour)
        expect(is_mine[colour] != is_theirs[colour], "owner of a colour");
}

static void read_new_pellets(void) {
    /* The first block of a match that continues from its middle lists all pellets on the board. */
    int left = number("number of new pellets", 0, pellets == 0 ? cells : 2);
    while (left-- > 0) {
        number("new pellet", pellets, pellets);
        cell_of_pellet[pellets] = number("cell of a new pellet", 0, cells - 1);
        const int colour = number("colour of a new pellet", 0, COLOURS - 1);
        colour_of_pellet[pellets++] = colour;
        number("owner of a new pellet", is_mine[colour], is_mine[colour]);
    }
}

static void read_changed_pellets(void) {
    int left = number("number of changed pellets", 0, pellets);
    while (left-- > 0) {
        const int pellet = number("changed pellet", 0, pellets - 1);
        cell_of_pellet[pellet] = number("cell of a changed pellet", 0, cells - 1);
    }
}

/* Checks that no two pellets share a cell, and that no pellet hangs in the air. */
static void fill_board(int gravity) {
    for (int i = 0; i < cells; ++i)
        colour_of_cell[i] = -1;
    for (int i = 0; i < pellets; ++i) {
        expect(colour_of_cell[cell_of_pellet[i]] == -1, "cell: two pellets lie there");
        colour_of_cell[cell_of_pellet[i]] = colour_of_pellet[i];
    }
    for (int i = 0; i < pellets; ++i) {
        const int below = neighbours[cell_of_pellet[i]][gravity];
        expect(below == -1 || colour_of_cell[below] != -1, "cell: a pellet hangs in the air");
    }
}

/* Reads the turn block up to its last number. Leaves the white space after it unread. */
static void answer_turn(void) {
    int valid[MAX_COLUMNS], hand[2];
    const int gravity = number("direction", -1, 5);
    if (gravity < 0) { /* the game is over, and another one begins */
        read_setup();
        return;
    }
    const int open = number("number of valid columns", 1, columns);
    for (int i = 0; i < open; ++i) {
        valid[i] = number("valid column", i == 0 ? 0 : valid[i - 1] + 1, columns - 1);
        number("top of a valid column", tops[valid[i]][gravity], tops[valid[i]][gravity]);
    }
    read_new_pellets();
    read_changed_pellets();
    const int held = number("size of the hand", 1, 2);
    for (int i = 0; i < held; ++i) {
        hand[i] = number("colour in the hand", 0, COLOURS - 1);
        expect(is_mine[hand[i]], "colour in the hand");
    }
    fill_board(gravity);
    for (int i = 0; i < open; ++i)
        expect(colour_of_cell[tops[valid[i]][gravity]] == -1, "valid column: it is full");
    printf("PLACE %d %d\n", valid[rand() % open], hand[rand() % held]);
    fflush(stdout);
}

int main(int argc, char** argv) {
    srand(argc > 1 ? (unsigned)atoi(argv[1]) : 1);
    read_setup();
    for (;;)
        answer_turn();
}
