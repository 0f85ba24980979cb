// The limits that a user need not give.
#pragma once

#include "games/catalogue.hpp"
#include "protocol/match_log.hpp"

namespace referee {

/// The limits where a user gives none.
protocol::Limits usual_limits();

/// The game's own limit for every move, the first one too, to the letter. Throws games::UserError where it has none.
protocol::Limits traditional_limits(const games::GameInfo& game);

}  // namespace referee
