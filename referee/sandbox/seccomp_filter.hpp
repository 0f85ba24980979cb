// The system calls that a bot in the sandbox may not make, as a program for the kernel.
#pragma once

#include "referee/system/unique_fd.hpp"

namespace referee {

/// A file in memory with the filter as BPF, for bubblewrap's --seccomp. Each reader needs its own open file.
/// Everything is allowed but what reaches past the namespaces: debugging and reading of other processes, the kernel's
/// keyrings, io_uring (which would make calls that no filter sees), new namespaces and mounts, kernel administration,
/// pushing characters into a terminal, leases on files, watching files, sockets other than internet ones, and other
/// cores than those that it was given. A session of its own would be a share of its own of the time of a core
/// (sched(7), autogroup): the call succeeds and does nothing. `pausable`: nor what could send SIGCONT to a process that
/// is stopped. Throws std::system_error.
UniqueFd make_seccomp_filter(bool pausable);

}  // namespace referee
