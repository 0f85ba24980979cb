/* hostile: modes=on memory=64M processes=16
 * Eight children allocate 32 MB each, so that none of them exceeds the limit alone. The bot waits until one of them has
 * ended, and then exits. */
#include <sys/wait.h>

#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    for (int i = 0; i < 8; ++i) {
        if (fork() != 0) continue;
        take_memory(32);
        sleep_on();
    }
    int status = 0;
    wait(&status); /* a child that the kernel has killed */
    return 1;
}
