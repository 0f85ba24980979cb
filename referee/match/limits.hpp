// The limits that a user need not give.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "games/catalogue.hpp"
#include "protocol/match_log.hpp"

namespace referee {

/// The limits where a user gives none.
[[nodiscard]] protocol::Limits usual_limits();

/// The limits that a user has given; nothing if he has not.
struct GivenLimits {
    std::optional<protocol::Micros> move;
    std::optional<protocol::Micros> first_move;
    std::optional<protocol::Micros> margin;
    std::optional<protocol::TimeControl> clock;
    friend bool operator==(const GivenLimits&, const GivenLimits&) = default;
};

/// `base` with what is given. A first move has at least the time of a move, unless its own limit is given. A clock
/// takes the place of the limits of moves that are not given with it.
[[nodiscard]] protocol::Limits with_given(protocol::Limits base, const GivenLimits& given);

/// Reads "60s+1s"; there may be spaces around the plus. Throws games::UserError that names `what`.
[[nodiscard]] protocol::TimeControl parse_clock(std::string text, std::string_view what);

/// As it is written on the command line: "60s+1s".
[[nodiscard]] std::string clock_text(const protocol::TimeControl& clock);

/// What a side that uses up such a clock has for a move of a game of usual length.
[[nodiscard]] protocol::Micros share_of_a_move(const protocol::TimeControl& clock);

/// The limits of time in words: "100ms a move, 1s for the first, margin 20ms".
[[nodiscard]] std::string in_words(const protocol::Limits& limits);

/// The game's own limit for every move, the first one too, to the letter. Throws games::UserError if it has none.
[[nodiscard]] protocol::Limits traditional_limits(const games::GameInfo& game);

}  // namespace referee
