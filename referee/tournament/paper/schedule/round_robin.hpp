// The formats whose games do not depend on results: round robin and gauntlet.
#pragma once

#include <utility>

#include "referee/tournament/paper/schedule/schedule.hpp"

namespace referee::tournament {

/// Round robin: everybody plays everybody. Gauntlet: one entrant, the challenger, plays everybody else.
///
/// In each cycle, every pairing plays one pair of games (in the last cycle perhaps a single game). All games are known
/// from the beginning, unless they are planned by cycles. The rounds of a cycle of a round robin follow the circle
/// method (Lucas, "Récréations mathématiques" II, 1883): in each round everybody plays once, so that early results
/// cover all entrants. A cycle of a gauntlet is one round. In single games, the numbers of games that an entrant
/// (gauntlet: the challenger) plays first and second differ by at most one. A late entrant plays everybody who is still
/// in. In the single games that are planned then, the entrant with the lower side balance moves first. A pairing with
/// an entrant that has left gets no more games.
/// If the entrant returns, games are planned in place of those that were cancelled.
class RoundRobin final : public Schedule {
public:
    RoundRobin(const FormatSettings& settings, const Field& field, const RunSeed& seed,
               const std::vector<PlannedGame>& planned = {});

    std::optional<std::int64_t> total(const FinishedGames& results) const override;

private:
    /// The entrant that moves first in the first game of a pair, and its opponent.
    using Pairing = std::pair<int, int>;
    using Cycle = std::vector<std::vector<Pairing>>;  ///< the pairings of each round

    bool add_round(const FinishedGames& results) override;
    /// A cycle of these entrants.
    Cycle cycle_of(const std::vector<int>& present) const;
};

}  // namespace referee::tournament
