// The processor cores that a thread may use, claims to some of them, and quick wake-ups.
#pragma once

#include <sched.h>
#include <sys/types.h>

#include <cstddef>
#include <vector>

#include "referee/core/base/unique_fd.hpp"

namespace referee {

/// The numbers of the cores on which the calling thread may run, in ascending order; never empty. Throws
/// std::system_error.
[[nodiscard]] std::vector<int> allowed_cores();

/// A set of cores in the form that the kernel's functions expect.
[[nodiscard]] cpu_set_t core_set(const std::vector<int>& cores);

/// Confines a thread to these cores (0: the calling thread). The threads and processes that it starts from now on are
/// confined, too. Returns false if the thread has ended, or if the cores are no longer allowed.
bool run_on(pid_t thread, const std::vector<int>& cores);

/// Asks the kernel to run the calling thread as soon as it wakes, even if other threads are busy on its core, by
/// setting a time slice of 0.1 ms instead of a few milliseconds (sched_setattr(2); ignored before Linux 6.12). Threads
/// and processes that the calling thread starts have the usual slice. Does nothing for a thread with a raised priority,
/// because its children must inherit the priority.
void wake_promptly();

/// A claim of one match to some cores. As long as there are enough cores, no two claims share one, even in different
/// referees. A claim locks the kernel's folder of each core (flock), and the lock ends with the process in any case. If
/// there are not enough cores, the claim locks none, and shares its cores with other claims.
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
