/* hostile: games=2 on=by_rules kept=by_rules
 * Replaces its own program with a text. */
#include <fcntl.h>

#include "tests/hostile/hostile.h"

int main(int argc, char** argv) {
    (void)argc;
    if (unlink(argv[0]) == 0) write_all(open(argv[0], O_WRONLY | O_CREAT, 0755), "no program\n", 11);
    play_until(2);
    play_on();
}
