/* What the programs share that try to rob their opponent of its time: children that do the theft while the bot itself
 * plays at once and without a fault. They end with it, if nothing else ends them. */
#pragma once

#include <signal.h>
#include <sys/prctl.h>

#include "tests/hostile/hostile.h"

static inline void spin(void) {
    for (volatile unsigned long i = 0;; ++i) {
    }
}

/* Starts so many children, or as many as it may, that do this and then end. */
static inline void in_children(int count, void (*steal)(void)) {
    const pid_t bot = getpid();
    for (int i = 0; i < count; ++i) {
        if (fork() != 0) continue;
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() == bot) steal();
        _exit(0);
    }
}

static inline void do_nothing(int number) {
    (void)number;
}

/* Lets a signal come as often as it likes: it does not end the program, and it does not make calls fail. */
static inline void endure(int number) {
    struct sigaction action = {.sa_flags = SA_RESTART};
    action.sa_handler = do_nothing;
    sigaction(number, &action, NULL);
}
