/* hostile: modes=on memory=64M
 * A child takes too much memory and is killed for this. The bot continues to play. */
#include <sys/wait.h>

#include "tests/hostile/hostile.h"

int main(void) {
    int status = 0;
    play_until(2);
    if (fork() == 0) {
        for (;;)
            take_memory(1);
    }
    wait(&status);
    play_on();
}
