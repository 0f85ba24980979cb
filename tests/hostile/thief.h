/* What the programs share that try to rob their opponent of its time: children that do the theft while the bot itself
 * plays at once and without a fault. They end with it, if nothing else ends them. */
#pragma once

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>

#include "tests/hostile/hostile.h"

static int begun_pipe[2];

/* A child says by this that it has prepared its theft. One that dies before says it by its death. */
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

/* Starts so many children, or as many as it may, that do this and then end. Returns when all have begun: after its
 * answer the bot may be stopped with all of them. */
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

/* Lets a signal come as often as it likes: it does not end the program, and it does not make calls fail. */
static inline void endure(int number) {
    struct sigaction action = {.sa_flags = SA_RESTART};
    action.sa_handler = do_nothing;
    sigaction(number, &action, NULL);
}
