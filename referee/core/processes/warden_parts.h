/* The parts of the warden that are not in its main file: stopping.c and clearing.c. */
#pragma once

#include <dirent.h>

/* The states of a thread after an order to stop, from the best to the worst. A thread that sleeps in the kernel,
   waiting for a disk or for a stopped child of vfork(), uses no CPU time. */
enum activity { rests, sleeps_in_kernel, runs };

/* Sends SIGSTOP to every thread that has not stopped yet, in all processes except this one. `proc`: the sandbox's
   /proc. Returns the worst state that a thread had when it was read. Sets `processes` to the number of processes that
   have not ended. */
enum activity stop_all(DIR* proc, int* processes);

/* Must be called before the first game. Prepares the sandbox as clear_all() does for later games, and records its
   state. */
void remember_start(void);

/* Removes everything that a bot can leave in a sandbox. Returns whether the sandbox is in the same state as at its
   start. If not, it must not be used again. Requires: all its processes have ended. */
int clear_all(void);
