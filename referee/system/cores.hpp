// The processor cores that this process may use, and claims to some of them.
#pragma once

#include <cstddef>
#include <vector>

#include "referee/system/unique_fd.hpp"

namespace referee {

/// The numbers of the cores on which the calling thread may run, in ascending order; never empty.
/// Throws std::system_error.
[[nodiscard]] std::vector<int> allowed_cores();

/// From now on the calling thread, and what it starts, runs on one core only: of those that it may use now, the one of
/// this number, counted from 0 and around. Throws std::system_error.
void pin_to_core(int number);

/// Some of the cores that the calling thread may use, for the bots of one match. No two claims share a core as long as
/// there are enough, even if they belong to different referees: a claim locks the kernel's folder of each core (flock),
/// and the lock ends with the process however that ends. If there are not enough, all of them are shared with others.
class CoreClaim {
public:
    CoreClaim() = default;
    /// Claims `count` cores, or all if there are fewer. Throws std::system_error.
    explicit CoreClaim(std::size_t count);

    /// Whether nobody else has claimed them.
    [[nodiscard]] bool is_exclusive() const { return locks_.size() == cores_.size() && !cores_.empty(); }
    [[nodiscard]] const std::vector<int>& cores() const { return cores_; }

private:
    std::vector<int> cores_;
    std::vector<UniqueFd> locks_;
};

}  // namespace referee
