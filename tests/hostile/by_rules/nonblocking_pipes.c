/* Makes its pipes non-blocking and asynchronous. This must not affect the referee's ends. */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>

#include "tests/hostile/hostile.h"

static ssize_t read_when_ready(void* nothing, char* bytes, size_t count) {
    struct pollfd input = {STDIN_FILENO, POLLIN, 0};
    (void)nothing;
    while (poll(&input, 1, -1) < 0) {
    }
    return read(STDIN_FILENO, bytes, count);
}

int main(void) {
    const cookie_io_functions_t functions = {read_when_ready, NULL, NULL, NULL};
    signal(SIGIO, SIG_IGN);
    for (int fd = 0; fd < 3; ++fd)
        fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK | O_ASYNC);
    stdin = fopencookie(NULL, "r", functions);
    play_until(2);
    play_on();
}
