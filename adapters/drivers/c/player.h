/* A hand-in in C defines choose(), which returns one of the valid moves. */
#ifndef PLAYER_H
#define PLAYER_H

/* A position in which it is your turn. All texts and numbers are valid until choose() returns. */
struct state {
    const char** moves; /* every valid move */
    int move_count;

    /* In all games but CLUSTER. */
    int me; /* 0: you move first in the game; 1: second */
    int height, width;
    const int* settings; /* the numbers of the setup: height, width and so on */
    int settings_count;
    const char** tiles; /* fitz: five rows for each tile */
    int ply;            /* the number of plies that were made */
    const char** news;  /* the turns since your last one: "0 DROP 3" */
    int news_count;
    const int* numbers; /* the rest of the position: locks, discs, or the next tile */
    int numbers_count;
    const char** board; /* rows of characters; board[0][0] is the top left cell */

    /* In CLUSTER: the numbers of the blocks, line by line, as in docs/protocol.md. */
    const int* setup_numbers;
    int setup_count;
    const int* turn_numbers;
    int turn_count;
};

const char* choose(const struct state* state);

#endif
