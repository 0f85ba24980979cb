// The processor cores that a thread may use, claims to some of them, and the delay until a thread gets one.
#pragma once

#include <sched.h>
#include <sys/types.h>

#include <cstddef>
#include <vector>

#include "referee/system/unique_fd.hpp"

namespace referee {

/// The numbers of the cores on which the calling thread may run, in ascending order; never empty.
/// Throws std::system_error.
[[nodiscard]] std::vector<int> allowed_cores();

/// The cores in the kernel's format.
[[nodiscard]] cpu_set_t core_set(const std::vector<int>& cores);

/// Confines a thread (0: the calling one), and the threads and processes that it will start, to these cores. Returns
/// false if the thread has ended, or may no longer use the cores.
bool run_on(pid_t thread, const std::vector<int>& cores);

/// Asks the kernel to run the calling thread as soon as it wakes, even if others are busy on its core: with a slice of
/// 0.1 ms in place of some milliseconds (sched_setattr(2); since Linux 6.12, earlier ones ignore it). Threads and
/// processes that it starts have the usual slice. Does nothing for a thread with a priority, which its children
/// inherit.
void wake_promptly();

/// A claim of one match to some cores. No two claims share a core as long as there are enough, even in different
/// referees: a claim locks the kernel's folder of each core (flock), and the lock ends with the process in any case. If
/// there are not enough cores, the claim shares all its cores with others.
class CoreClaim {
public:
    CoreClaim() = default;
    /// Claims `count` cores, or all if there are fewer.
    CoreClaim(std::size_t count, std::vector<int> from);

    /// Whether no other claim has these cores.
    [[nodiscard]] bool is_exclusive() const { return locks_.size() == cores_.size() && !cores_.empty(); }
    [[nodiscard]] const std::vector<int>& cores() const { return cores_; }

private:
    std::vector<int> cores_;
    std::vector<UniqueFd> locks_;
};

}  // namespace referee
