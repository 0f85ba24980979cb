/* hostile: thief modes=on
 * Watches its own stdout 80,000 times, and lets its answer drip. Each read of the referee has to wake all watches,
 * which takes the core from the bot, so that the machine seems to be busy. */
#include <fcntl.h>
#include <sys/epoll.h>

#include "tests/hostile/hostile.h"

enum { epolls = 80, copies = 900 };

int main(void) {
    play_until(2);
    fcntl(STDOUT_FILENO, F_SETPIPE_SZ, 4096);
    int watches[epolls];
    for (int i = 0; i < epolls; ++i)
        watches[i] = epoll_create1(0);
    for (int i = 0; i < copies; ++i) {
        const int copy = dup(STDOUT_FILENO);
        if (copy < 0) break;
        struct epoll_event event = {.events = EPOLLOUT | EPOLLET};
        for (int j = 0; j < epolls; ++j)
            epoll_ctl(watches[j], EPOLL_CTL_ADD, copy, &event);
    }
    for (int i = 0; i < 1000; ++i)
        write_all(STDOUT_FILENO, "x", 1);
    sleep_on();
}
