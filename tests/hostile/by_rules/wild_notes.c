/* hostile: stderr
 * Writes a megabyte of notes in each turn: info lines with escape sequences, marks that change the direction of
 * writing, numbers of any size, bytes that are not UTF-8, and a last line without a line end. */
#include "tests/hostile/hostile.h"

static const char note[] =
    "info depth 99999999999999999999 score -1e308 mate \x1b[2J nodes -1 pv \x1b]0;owned\x07 string \xe2\x80\xae\xff\n"
    "info score nan wdl 1 1 depth 3 score 9007199254740991 pv \xe2\x81\xa6 \x9b"
    "31m string \r\x08\x1b[5m\n"
    "\xff\xfe\xc3(\xf4\x90\x80\x80\x00\x1b[?1049h";

int main(void) {
    for (;;) {
        read_turn();
        for (size_t written = 0; written < 1 << 20; written += sizeof note)
            write_all(STDERR_FILENO, note, sizeof note);
        say(answer);
    }
}
