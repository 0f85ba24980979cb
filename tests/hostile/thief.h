/* Helpers of the programs that try to steal time from their opponent. Their children steal, while the bot itself
 * answers at once and correctly. The children are killed when the bot ends. */
#pragma once

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>

#include "tests/hostile/hostile.h"

static int begun_pipe[2];

/* Reports that this child has prepared its theft. A child that dies before the call counts as ready, too. */
static inline void begun(void) {
    close(begun_pipe[1]);
}

static inline void spin(void) {
    for (volatile unsigned long i = 0;; ++i) {
    }
}

static inline void begin_and_spin(void) {
    begun();
    spin();
}

/* Starts `count` children, or as many as the limits allow. Each child calls `steal` and then ends. Returns only when
 * all children have called begun(), because the bot and its children may be stopped after the bot's answer. */
static inline void in_children(int count, void (*steal)(void)) {
    const pid_t bot = getpid();
    if (pipe(begun_pipe) != 0) return;
    for (int i = 0; i < count; ++i) {
        if (fork() != 0) continue;
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() == bot) steal();
        _exit(0);
    }
    close(begun_pipe[1]);
    char byte;
    while (read(begun_pipe[0], &byte, 1) < 0 && errno == EINTR) {
    }
    close(begun_pipe[0]);
}

static inline void do_nothing(int number) {
    (void)number;
}

/* Makes the program tolerate a signal. The signal then neither ends the program nor interrupts system calls. */
static inline void endure(int number) {
    struct sigaction action = {.sa_flags = SA_RESTART};
    action.sa_handler = do_nothing;
    sigaction(number, &action, NULL);
}
