/* hostile: exit_code=0
 * Replaces itself with another program, which does not play. */
#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    execl("/bin/true", "true", (char*)NULL);
    return 1;
}
