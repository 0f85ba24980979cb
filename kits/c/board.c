// A bot for Magnetize, Othello, Magnetic Cave and fitz. It parses each block into variables, and plays a random move.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef char Line[1024];
static int me, height, width, ply, news_count, move_count;
static int settings[4], state[2];  // some games use fewer
static char tiles[1000][5][8];     // only in fitz; '!' is a filled cell
static Line board[1000], news[1000], moves[20000];  // news: the turns since your last one, such as "0 DROP 3"

// Your part: return the index of one of `moves`. board[0][0] is the top left cell.
static int choose(void) { return rand() % move_count; }

static char *line(char *text) {
    if (scanf(" %1023[^\n]", text) != 1) exit(0);  // the input ends when the game does
    return text;
}
static int number(void) { Line text; return atoi(line(text)); }

int main(void) {
    Line game, text;
    srand((unsigned)time(NULL));
    for (;;) {
        // The setup block is sent once in a game, before the first turn.
        line(game);     // "magnetize 1": the game, and the version of its blocks
        me = number();  // 0 moves first, 1 second
        sscanf(line(text), "%d %d %d %d", &settings[0], &settings[1], &settings[2], &settings[3]);
        height = settings[0], width = settings[1];
        for (int i = 0; strcmp(game, "fitz 1") == 0 && i < settings[2] * 5; i++) strncpy(tiles[i / 5][i % 5], line(text), 5);
        while ((ply = number()) >= 0) {  // the number of plies made; -1: another game follows (with --reuse)
            // A turn block. Read all of it before you answer: a bot that answers too early loses the game.
            news_count = number();
            for (int i = 0; i < news_count; i++) strcpy(news[i % 1000], line(text));
            sscanf(line(text), "%d %d", &state[0], &state[1]);  // locks, discs, or the next tile
            for (int row = 0; row < height; row++) line(board[row]);
            move_count = number();  // every valid move (not listed on the very largest boards of fitz)
            for (int i = 0; i < move_count; i++) line(moves[i]);
            // Print one line for each turn. Print notes to stderr: fprintf(stderr, ...); `referee --stderr` shows them.
            printf("%s\n", moves[choose()]);
            fflush(stdout);  // otherwise the line stays in a buffer until your time is up
        }
    }
}
