// The names of entrants in tables.
#pragma once

#include <cstddef>
#include <string>

#include "referee/tournament/paper/store/tournament_head.hpp"

namespace referee::tournament {

/// An entrant's name, safe to show.
std::string name_of_entrant(const TournamentHead& head, std::size_t entrant);

}  // namespace referee::tournament
