/* hostile: exit_code=0
 * Runs another program in its place, which knows nothing of games. */
#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    execl("/bin/true", "true", (char*)NULL);
    return 1;
}
