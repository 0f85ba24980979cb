// Time limits: the defaults, and the limits that a user gives.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "games/catalogue.hpp"
#include "protocol/match_log.hpp"

namespace referee {

/// The default limits.
[[nodiscard]] protocol::Limits usual_limits();

/// The limits that a user has given.
struct GivenLimits {
    std::optional<protocol::Micros> move;
    std::optional<protocol::Micros> first_move;
    std::optional<protocol::Micros> margin;
    std::optional<protocol::TimeControl> clock;
    /// Whether these limits replace the clock and the limits of moves (move, first_move) that an earlier source gives,
    /// such as a plan or an earlier tournament. A limit of the first move alone replaces only its like.
    [[nodiscard]] bool replace_time() const { return move || clock; }
    friend bool operator==(const GivenLimits&, const GivenLimits&) = default;
};

/// `base`, overridden by the given limits. A first move has at least the time of a move, unless its own limit is given.
/// A clock that is given without a move limit replaces the move limits of `base`.
[[nodiscard]] protocol::Limits with_given(protocol::Limits base, const GivenLimits& given);

/// The limits `earlier` of an earlier tournament, replaced by limits that are given for the next one.
[[nodiscard]] protocol::Limits replaced_by(protocol::Limits earlier, const GivenLimits& given);

/// Reads a clock such as "60s+1s". Spaces around the plus are allowed. Throws games::UserError, whose message names
/// `what`, if the text is invalid.
[[nodiscard]] protocol::TimeControl parse_clock(std::string text, std::string_view what);

/// Writes a clock as on the command line: "60s+1s".
[[nodiscard]] std::string clock_text(const protocol::TimeControl& clock);

/// The average time for a move if a side uses up this clock in a game of usual length.
[[nodiscard]] protocol::Micros share_of_a_move(const protocol::TimeControl& clock);

/// Writes the time limits in words: "100ms a move, 1s for the first, margin 20ms".
[[nodiscard]] std::string in_words(const protocol::Limits& limits);

/// The game's traditional limit for every move, including the first, without a margin. Throws games::UserError if the
/// game has none.
[[nodiscard]] protocol::Limits traditional_limits(const games::GameInfo& game);

}  // namespace referee
