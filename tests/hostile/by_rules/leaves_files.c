/* hostile: thief alone
 * Makes files, pipes and events of all kinds and closes them. The kernel frees them after a grace period, and frees
 * their reference counters in one of its threads. */
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>

#include "tests/hostile/leftovers.h"

static void leave(void) {
    for (int i = 0; i < 50; ++i) {
        int ends[2] = {-1, -1};
        const int event = eventfd(0, EFD_CLOEXEC);
        const int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
        const int epoll = epoll_create1(EPOLL_CLOEXEC);
        struct epoll_event what = {.events = EPOLLIN};
        epoll_ctl(epoll, EPOLL_CTL_ADD, event, &what);
        epoll_ctl(epoll, EPOLL_CTL_ADD, timer, &what);
        if (pipe(ends) == 0) {
            close(ends[0]);
            close(ends[1]);
        }
        close(epoll);
        close(timer);
        close(event);
        close(open("/tmp/file", O_RDWR | O_CREAT | O_CLOEXEC, 0600));
        unlink("/tmp/file");
        close(open("/proc/self/stat", O_RDONLY | O_CLOEXEC));
    }
    aio_context_t context = 0;
    if (syscall(SYS_io_setup, 64, &context) == 0) syscall(SYS_io_destroy, context);
}

int main(void) {
    leave_in_each_turn(leave);
}
