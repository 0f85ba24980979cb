// The system calls that a bot in the sandbox may not make, as a program for the kernel.
#pragma once

#include "referee/system/unique_fd.hpp"

namespace referee {

/// A file in memory with the filter as BPF, for bubblewrap's --seccomp. Each reader needs its own open file.
/// System calls are allowed unless they reach past the namespaces or leave work to the kernel for later; sockets, their
/// options, and the requests of ioctl, fcntl, prctl, madvise and membarrier only if they are listed. What is not
/// allowed fails as on an older kernel, and no program is run as root to make it possible. `pausable`: nor is anything
/// allowed that could send SIGCONT to a process that is stopped. Throws std::system_error.
UniqueFd make_seccomp_filter(bool pausable);

}  // namespace referee
