/* Stops all processes in a sandbox but its first one. A part of the warden. */
#pragma once

#include <dirent.h>

/* What a thread does that has been told to stop, from the best to the worst. One that sleeps in the kernel for a disk,
   or for a child that vfork() has made and that is stopped itself, uses no time. */
enum activity { rests, sleeps_in_kernel, runs };

/* Tells every thread of every other process to stop that has not done so. `proc` is the sandbox's /proc. Returns the
   worst that one has done until now, and in `processes` how many there are that have not ended. */
enum activity stop_all(DIR* proc, int* processes);
