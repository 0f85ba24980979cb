/* hostile: thief alone
 * Has as many timers of all kinds as it can get, at the highest rates. A timer's interrupt is handled on any core, and
 * its time is not charged to any process. */
#include <pthread.h>
#include <stdint.h>
#include <sys/time.h>
#include <sys/timerfd.h>

#include "tests/hostile/thief.h"

enum { timers = 32, sleepers = 4 };

static void* sleep_shortly(void* nothing) {
    const struct timespec instant = {0, 1};
    for (;;)
        nanosleep(&instant, NULL);
    return nothing;
}

static void steal(void) {
    /* Blocks the signals until everything is prepared, because afterwards this thread may never leave their
     * handlers. */
    sigset_t storm;
    sigemptyset(&storm);
    sigaddset(&storm, SIGALRM);
    sigaddset(&storm, SIGUSR1);
    sigprocmask(SIG_BLOCK, &storm, NULL);
    endure(SIGALRM);
    endure(SIGUSR1);
    const struct itimerval every_microsecond = {{0, 1}, {0, 1}};
    setitimer(ITIMER_REAL, &every_microsecond, NULL);
    const struct itimerspec fast = {{0, 1000}, {0, 1000}};
    for (int i = 0; i < timers; ++i) {
        struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
        timer_t timer;
        if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0) timer_settime(timer, 0, &fast, NULL);
    }
    for (int i = 0; i < sleepers; ++i) {
        pthread_t thread;
        pthread_create(&thread, NULL, sleep_shortly, NULL);
    }
    const int file = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    timerfd_settime(file, 0, &fast, NULL);
    begun();
    sigprocmask(SIG_UNBLOCK, &storm, NULL);
    for (uint64_t times = 0;;) {
        if (read(file, &times, sizeof times) < 0) continue;
    }
}

int main(void) {
    play_until(1);
    in_children(4, steal);
    play_on();
}
