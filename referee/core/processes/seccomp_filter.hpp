// A filter that refuses system calls that a bot in the sandbox may not make, as a program for the kernel.
#pragma once

#include "referee/core/base/unique_fd.hpp"

namespace referee {

/// Returns a file in memory with the filter as BPF, for bubblewrap's --seccomp. Each reader needs its own open file.
/// System calls are allowed unless they reach beyond the namespaces or leave work for the kernel to do later. Sockets,
/// socket options, and the requests of ioctl, fcntl, prctl, madvise and membarrier are allowed only if they are listed.
/// A refused call fails as on an older kernel that lacks it. The filter acts before the kernel would start modprobe, as
/// root, to load a missing module. `pausable`: everything that could send SIGCONT to a stopped process is refused, too.
/// Throws std::system_error.
UniqueFd make_seccomp_filter(bool pausable);

}  // namespace referee
