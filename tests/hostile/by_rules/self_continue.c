/* hostile: thief alone
 * Asks the kernel for a SIGCONT every millisecond, for itself and for its children, so that all of them continue after
 * they have been stopped. */
#include "tests/hostile/thief.h"

static void ask_to_be_continued(void) {
    endure(SIGCONT);
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
    const struct itimerspec every_ms = {{0, 1000000}, {0, 1000000}};
    timer_t timer;
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0) timer_settime(timer, 0, &every_ms, NULL);
}

static void steal(void) {
    ask_to_be_continued();
    begin_and_spin();
}

int main(void) {
    play_until(1);
    ask_to_be_continued();
    in_children(8, steal);
    play_on();
}
