// The durations of each entrant's turns, collected from the logs in little memory.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

#include "protocol/match_log.hpp"

namespace referee::tournament {

/// Counts durations in classes whose bounds grow by an eighth of an octave, so quantiles are accurate to 5 %.
class TurnTimes {
public:
    void add(protocol::Micros wall, std::optional<protocol::Micros> cpu) {
        const double us = std::max(1.0, static_cast<double>(wall.count()));
        const auto place = static_cast<std::size_t>(std::log2(us) * per_octave);
        ++classes_[std::min(place, classes_.size() - 1)];
        ++turns_;
        longest_us_ = std::max(longest_us_, us);
        total_us_ += static_cast<double>(wall.count());
        if (cpu) cpu_us_ = cpu_us_.value_or(0) + static_cast<double>(cpu->count());
    }

    std::uint64_t turns() const { return turns_; }
    /// Requires: turns() > 0.
    double mean_us() const { return total_us_ / static_cast<double>(turns_); }
    /// The duration that the fraction `share` (0 to 1) of the turns does not exceed. Requires: turns() > 0.
    double quantile_us(double share) const {
        const double wanted = share * static_cast<double>(turns_);
        std::uint64_t passed = 0;
        std::size_t place = 0;
        for (; place + 1 < classes_.size(); ++place) {
            passed += classes_[place];
            if (passed > 0 && static_cast<double>(passed) >= wanted) break;
        }
        return std::min(std::exp2((static_cast<double>(place) + 0.5) / per_octave), longest_us_);
    }
    /// The CPU time of the bot's own process. Nothing if it is unknown for all turns.
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

/// Adds the measured turns of a match to the entrants that took them. Those of a match without a result do not count.
inline void add_turns(const protocol::MatchLog& log, TurnTimes& first, TurnTimes& second) {
    if (log.result.ending == protocol::Ending::aborted) return;
    for (const auto& ply : log.plies) {
        if (ply.wall) (ply.player == 0 ? first : second).add(*ply.wall, ply.cpu);
    }
}

}  // namespace referee::tournament
