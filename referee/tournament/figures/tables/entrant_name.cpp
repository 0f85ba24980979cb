#include "referee/tournament/figures/tables/entrant_name.hpp"

#include "referee/core/base/output.hpp"

namespace referee::tournament {

std::string name_of_entrant(const TournamentHead& head, std::size_t entrant) {
    return harmless(head.entrants[entrant].name);
}

}  // namespace referee::tournament
