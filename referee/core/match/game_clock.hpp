// The time that a side has left in a match with a clock for the whole game.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "protocol/match_log.hpp"

namespace referee {

/// The clock of one side. Like the time, the margin is granted only once for the whole game. The part of the margin
/// that a late answer uses is not available in later turns.
class GameClock {
public:
    /// The time for one turn.
    struct Allowance {
        protocol::Micros limit;
        protocol::Micros margin;
    };

    explicit GameClock(const protocol::Limits& limits) : margin_(limits.margin), clock_(limits.clock) {
        if (clock_) left_ = clock_->total;
    }

    /// The allowance for a turn with this move limit. Requires: a limit or a clock.
    [[nodiscard]] Allowance allowance(std::optional<protocol::Micros> limit) const {
        constexpr protocol::Micros none{};
        if (!clock_ || (limit && left_ >= *limit)) return {limit.value_or(none), margin_};
        return {std::max(left_, none), margin_ + std::min(left_, none)};
    }
    /// Charges the cost of an answer.
    void charge(protocol::Micros cost) {
        if (clock_) left_ = std::min(std::max(left_ - cost, -margin_) + clock_->increment, max_left);
    }
    /// The time left for the next turn, or nothing if there is no clock. A negative value is the used part of the
    /// margin.
    [[nodiscard]] std::optional<protocol::Micros> left() const { return clock_ ? std::optional(left_) : std::nullopt; }

private:
    /// The longest time that a log can represent. Without this bound, the increments in a manipulated log could exceed
    /// the range of a Duration.
    static constexpr protocol::Micros max_left{(std::int64_t{1} << 53) - 1};

    protocol::Micros margin_;
    std::optional<protocol::TimeControl> clock_;
    protocol::Micros left_{};
};

/// A player's clock before the ply with this number, counted from 1. Given plies cost nothing.
[[nodiscard]] inline GameClock clock_before(const protocol::MatchLog& log, int player, std::size_t number) {
    GameClock clock(log.limits_of(player));
    for (std::size_t i = 0; i + 1 < number && i < log.plies.size(); ++i) {
        if (log.plies[i].player == player && log.plies[i].wall) clock.charge(*log.plies[i].cost());
    }
    return clock;
}

}  // namespace referee
