// Limits how much of what a person's bots write is kept, so that nobody can fill the disk with it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string_view>

#include "protocol/match_log.hpp"
#include "referee/core/base/mutex.hpp"

namespace referee::arena {

/// The bytes of notes and stderr that are kept of all games of a person while an arena runs.
inline constexpr std::uint64_t output_of_person = std::uint64_t{200} << 20;

/// Thread-safe.
class OutputQuota {
public:
    /// `person_of`: the person to whom a bot of this name belongs; none for a bot of the teacher, which has no quota.
    OutputQuota(std::function<std::optional<int>(std::string_view name)> person_of, std::uint64_t max)
        : person_of_(std::move(person_of)), max_(max) {}

    /// Counts what the bots of a match have written. What is beyond the quota of a person is taken out of the log.
    void apply(protocol::MatchLog& log);

private:
    std::function<std::optional<int>(std::string_view)> person_of_;
    std::uint64_t max_;
    Mutex mutex_;
    std::map<int, std::uint64_t> kept_ GUARDED_BY(mutex_);  ///< in bytes, by person
};

}  // namespace referee::arena
