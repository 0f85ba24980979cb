/* hostile: turn=3
 * Writes a single byte after the line end, as after a printf with "\n\0". */
#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    write_all(STDOUT_FILENO, answer, strlen(answer) + 1);
    read_turn();
    play_on();
}
