/* hostile: modes=on thief alone
 * Keeps as many processes as it may. Each process spins for a few milliseconds, ends, and is replaced. That makes it
 * hard to stop the processes one by one, and causes much work for the kernel. They have a low priority, so that the bot
 * itself can run. */
#include <sys/resource.h>
#include <sys/wait.h>

#include "tests/hostile/thief.h"

static void spin_a_while(void) {
    for (volatile long i = 0; i < 3000000; ++i) {
    }
}

static void steal(void) {
    setpriority(PRIO_PROCESS, 0, 15);
    begun();
    for (;;) {
        const pid_t child = fork();
        if (child == 0) {
            spin_a_while();
            _exit(0);
        }
        while (waitpid(-1, NULL, child < 0 ? 0 : WNOHANG) > 0) {
        }
    }
}

int main(void) {
    play_until(1);
    in_children(2, steal);
    play_on();
}
