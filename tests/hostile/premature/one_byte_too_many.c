/* hostile: turn=3
 * A single byte behind the line end, as from a printf with "\n\0". */
#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    write_all(STDOUT_FILENO, answer, strlen(answer) + 1);
    read_turn();
    play_on();
}
