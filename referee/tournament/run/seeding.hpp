// The entrants of a tournament by the table of an earlier one: the second stage of two.
#pragma once

#include <optional>
#include <vector>

#include "referee/tournament/settings.hpp"
#include "referee/tournament/store/store.hpp"

namespace referee::tournament {

/// The first `top` of the table, or all, without those who have left; in its order. Throws games::UserError if there
/// are fewer than two, or fewer than `top`.
std::vector<StoredEntrant> seeds_of(const Store& earlier, const std::optional<int>& top);

/// The settings that a second stage takes over: the game, the limits, the sandbox and the openings, but not the format.
Settings settings_for_next_stage(const TournamentHead& earlier);

}  // namespace referee::tournament
