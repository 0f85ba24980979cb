/* hostile: exit_code=7
 * A child holds both ends of all three pipes, so that none of them ever reports its end. */
#include <fcntl.h>
#include <sys/wait.h>

#include "tests/hostile/hostile.h"

int main(void) {
    play_until(2);
    for (int fd = 0; fd < 3; ++fd) {
        char path[32];
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
        if (open(path, O_RDWR) < 0) _exit(1);
    }
    if (fork() == 0) {
        setsid();
        sleep_on();
    }
    _exit(7);
}
