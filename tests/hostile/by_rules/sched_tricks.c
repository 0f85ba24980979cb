/* hostile: modes=on thief alone
 * Has four children that ask for all cores, the highest possible priority and a real-time class, and then spin. Without
 * a sandbox, a bot that runs as root would get all of these, and would dominate the machine. */
#include <sched.h>
#include <sys/resource.h>

#include "tests/hostile/thief.h"

static void take_all_cores(void) {
    cpu_set_t all;
    memset(&all, 0xff, sizeof all);
    sched_setaffinity(0, sizeof all, &all);
}

static void steal(void) {
    take_all_cores();
    for (int nice = -1; nice >= -20; --nice)
        setpriority(PRIO_PROCESS, 0, nice);
    for (int priority = 1; priority <= 99; ++priority) {
        const struct sched_param asked = {.sched_priority = priority};
        if (sched_setscheduler(0, SCHED_FIFO, &asked) != 0) sched_setscheduler(0, SCHED_RR, &asked);
    }
    begin_and_spin();
}

int main(void) {
    play_until(1);
    take_all_cores();
    in_children(4, steal);
    play_on();
}
