/* The parts of the warden beside its main loop: stopping.c and clearing.c. */
#pragma once

#include <dirent.h>

/* The states of a thread that has been told to stop, from the best to the worst. A thread that sleeps in the kernel,
   for a disk or for a stopped child that vfork() has made, uses no time. */
enum activity { rests, sleeps_in_kernel, runs };

/* Tells every thread that has not stopped yet, in every process but this one, to stop. `proc` is the sandbox's /proc.
   Returns the worst state that a thread had when it was read, and in `processes` the number of processes that have not
   ended. */
enum activity stop_all(DIR* proc, int* processes);

/* Remembers the state of the sandbox before its first game, which then begins as later ones do. */
void remember_start(void);

/* Removes all that a bot can leave in a sandbox. Requires: all its processes have ended. Returns whether the sandbox is
   now as it was at the start; if not, it must not be used again. */
int clear_all(void);
