// The durations of each entrant's turns, counted from the logs in little memory.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "protocol/match_log.hpp"

namespace referee::tournament {

/// Counts durations in classes whose bounds grow by an eighth of an octave: its results are right to 5 %.
class TurnTimes {
public:
    void add(protocol::Micros wall, std::optional<protocol::Micros> cpu);

    std::uint64_t turns() const { return turns_; }
    /// Requires: there are turns.
    double mean_us() const { return total_us_ / static_cast<double>(turns_); }
    /// The duration that `share` (0 to 1) of the turns don't exceed. Requires: there are turns.
    double quantile_us(double share) const;
    /// The CPU time of the bot's own process; none if no turn has it.
    std::optional<double> cpu_total_us() const { return cpu_us_; }
    double total_us() const { return total_us_; }

private:
    static constexpr int per_octave = 8;
    std::array<std::uint64_t, std::size_t{64} * per_octave> classes_{};
    std::uint64_t turns_ = 0;
    double total_us_ = 0;
    double longest_us_ = 0;
    std::optional<double> cpu_us_;
};

/// Adds the measured turns of a match to the entrants that took them.
void add_turns(const protocol::MatchLog& log, TurnTimes& first, TurnTimes& second);

}  // namespace referee::tournament
