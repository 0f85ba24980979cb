/* hostile: modes=on attack
 * Looks for the socket between the sandbox's first process and the referee. Tries to send a false report over it: that
 * the bot has ended. */
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>

#include "tests/hostile/hostile.h"

int main(void) {
    const int lie[2] = {5, 0}; /* "the bot has ended well" */
    int sent = 0, opened = 0;
    play_until(2);
    for (int fd = 0; fd < 4096; ++fd)
        sent += send(fd, lie, sizeof lie, MSG_NOSIGNAL) > 0;
    for (int fd = 0; fd < 16; ++fd) {
        char path[32];
        snprintf(path, sizeof path, "/proc/1/fd/%d", fd);
        char target[64];
        opened += open(path, O_RDWR) >= 0 || readlink(path, target, sizeof target) >= 0;
    }
    tried("to send a message of the first process", sent != 0);
    tried("to open a descriptor of the first process", opened != 0);
    tried("to make itself immune to new privileges", prctl(PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0);
    play_on();
}
