/* hostile: games=2 on=by_rules kept=by_rules
 * Deletes its own program in the first game, so that the second one can't be started. In a sandbox, it can't do so. */
#include "tests/hostile/hostile.h"

int main(int argc, char** argv) {
    (void)argc;
    unlink(argv[0]);
    play_until(2);
    play_on();
}
