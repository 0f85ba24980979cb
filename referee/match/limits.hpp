// The limits that a user need not give.
#pragma once

#include <optional>

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
};

/// `base` with what is given. A first move has at least the time of a move, unless its own limit is given.
[[nodiscard]] protocol::Limits with_given(protocol::Limits base, const GivenLimits& given);

/// The game's own limit for every move, the first one too, to the letter. Throws games::UserError if it has none.
[[nodiscard]] protocol::Limits traditional_limits(const games::GameInfo& game);

}  // namespace referee
