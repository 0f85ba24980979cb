// The system calls that a bot in the sandbox may not make, as a program for the kernel.
#pragma once

#include "referee/system/unique_fd.hpp"

namespace referee {

/// A file in memory with the filter as BPF, for bubblewrap's --seccomp. Each reader needs its own open file.
/// Everything is allowed but what reaches past the namespaces: debugging and reading of other processes, the kernel's
/// keyrings, io_uring (which would make calls that no filter sees), new namespaces and mounts, kernel administration,
/// pushing characters into a terminal, and leases on files, and sockets other than internet ones.
/// Throws std::system_error.
UniqueFd make_seccomp_filter();

}  // namespace referee
