/* hostile: thief alone
 * Has a timer whose interrupt wakes 600,000 watches. Several processes have many duplicates of its descriptor, and many
 * epolls watch each duplicate. The timer is set at the end of each turn, and expires in the opponent's turn. */
#include <sys/epoll.h>
#include <sys/timerfd.h>

#include "tests/hostile/thief.h"

enum { epolls = 500, duplicates = 300, others = 3, milliseconds = 5 };

static int timer = -1;

static void watch(void) {
    static int files[duplicates];
    for (int i = 0; i < duplicates; ++i)
        files[i] = dup(timer);
    for (int i = 0; i < epolls; ++i) {
        const int epoll = epoll_create1(EPOLL_CLOEXEC);
        struct epoll_event event = {.events = EPOLLIN};
        for (int j = 0; j < duplicates; ++j)
            epoll_ctl(epoll, EPOLL_CTL_ADD, files[j], &event);
    }
}

static void steal(void) {
    watch();
    begun();
    sleep_on();
}

int main(void) {
    play_until(1);
    timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    in_children(others, steal);
    watch();
    for (;;) {
        const struct itimerspec soon = {{0, 0}, {0, milliseconds * 1000000}};
        timerfd_settime(timer, 0, &soon, NULL);
        say(answer);
        read_turn();
    }
}
