/* hostile: thief alone
 * Arranges that two kinds of signals wake many watches: the signal of a timer that expires in the opponent's turn, and
 * the signals that stop the bot. A signal descriptor has many duplicates, and many epolls watch each duplicate. */
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/time.h>

#include "tests/hostile/thief.h"

enum { epolls = 500, duplicates = 500, microseconds = 5000 };

int main(void) {
    static int files[duplicates];
    sigset_t alarms;
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    sigprocmask(SIG_BLOCK, &alarms, NULL);
    play_until(1);
    const int signals = signalfd(-1, &alarms, SFD_CLOEXEC);
    for (int i = 0; i < duplicates; ++i)
        files[i] = dup(signals);
    for (int i = 0; i < epolls; ++i) {
        const int epoll = epoll_create1(EPOLL_CLOEXEC);
        struct epoll_event event = {.events = EPOLLIN};
        for (int j = 0; j < duplicates; ++j)
            epoll_ctl(epoll, EPOLL_CTL_ADD, files[j], &event);
    }
    for (;;) {
        const struct timespec now = {0, 0};
        const struct itimerval soon = {{0, 0}, {0, microseconds}};
        sigtimedwait(&alarms, NULL, &now);
        setitimer(ITIMER_REAL, &soon, NULL);
        say(answer);
        read_turn();
    }
}
