// A bot for CLUSTER. It parses each block into variables, and plays a random valid move.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { max_cells = 3 * 32 * 31 + 1, max_columns = 63 };
static int neighbours[max_cells][6];  // of each cell in directions 0 to 5; -1: none
static int tops[max_columns][6];      // of each column under gravity 0 to 5
static int bag[2][4];                 // yours and the opponent's: the number of pellets of each colour
static int gravity, open_count, open[max_columns][2];              // the columns that are not full: column, top
static struct { int cell, colour, mine; } pellets[max_cells];      // with their current cells
static int hand_count, hand[2];

// Your part: print "PLACE column colour" or "ROTATE cycles".
static void answer(void) { printf("PLACE %d %d\n", open[rand() % open_count][0], hand[rand() % hand_count]); }

static int number(void) {
    int value;
    if (scanf("%d", &value) != 1) exit(0);  // the input ends when the game does
    return value;
}
static void read_six(int table[][6]) {
    for (int count = number(); count > 0; count--)
        for (int row = number(), i = 0; i < 6; i++) table[row][i] = number();
}

int main(void) {
    srand((unsigned)time(NULL));
    for (;;) {
        // The setup block is sent once in a game, before the first turn.
        read_six(neighbours);
        read_six(tops);
        for (int side = 0; side < 2; side++)
            for (int count = number(); count > 0; count--) { int colour = number(); bag[side][colour] = number(); }
        while ((gravity = number()) >= 0) {  // -1: another game follows (with --reuse)
            // A turn block. Read all of it before you answer: a bot that answers too early loses the game.
            open_count = number();
            for (int i = 0; i < open_count * 2; i++) open[i / 2][i % 2] = number();
            for (int count = number(); count > 0; count--) {  // placed since your last turn
                int i = number();
                pellets[i].cell = number(), pellets[i].colour = number(), pellets[i].mine = number();
            }
            for (int count = number(); count > 0; count--) { int i = number(); pellets[i].cell = number(); }  // moved pellets
            hand_count = number();
            for (int i = 0; i < hand_count; i++) hand[i] = number();
            answer();  // one line; print notes to stderr: fprintf(stderr, ...); `referee --stderr` shows them
            fflush(stdout);  // otherwise the line stays in a buffer until your time is up
        }
    }
}
