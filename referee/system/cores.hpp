// The processor cores that a thread may use, claims to some of them, and how soon a thread gets one.
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

/// As the kernel wants them.
[[nodiscard]] cpu_set_t core_set(const std::vector<int>& cores);

/// From now on a thread (0: the calling one), and what it starts, runs on these cores only. Returns whether it does: it
/// may have ended, or may not use them any more.
bool run_on(pid_t thread, const std::vector<int>& cores);

/// Asks the kernel to run the calling thread as soon as it wakes, even if others are busy on its core: with a slice of
/// 0.1 ms in place of some milliseconds (sched_setattr(2); since Linux 6.12, earlier ones ignore it). What the thread
/// starts has the usual slice. Does nothing for a thread that has been given a priority: its children keep that.
void wake_promptly();

/// Some of the cores `from` for one match. No two claims share a core as long as
/// there are enough, even if they belong to different referees: a claim locks the kernel's folder of each core (flock),
/// and the lock ends with the process however that ends. If there are not enough, all of them are shared with others.
class CoreClaim {
public:
    CoreClaim() = default;
    /// Claims `count` cores, or all if there are fewer.
    CoreClaim(std::size_t count, std::vector<int> from);

    /// Whether nobody else has claimed them.
    [[nodiscard]] bool is_exclusive() const { return locks_.size() == cores_.size() && !cores_.empty(); }
    [[nodiscard]] const std::vector<int>& cores() const { return cores_; }

private:
    std::vector<int> cores_;
    std::vector<UniqueFd> locks_;
};

}  // namespace referee
