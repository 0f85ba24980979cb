// Everybody against everybody.
#pragma once

#include "referee/tournament/schedule/schedule.hpp"

namespace referee::tournament {

/// All games are known at once, unless they are planned by cycles, in the order of the circle method (Lucas,
/// "Récréations mathématiques" II, 1883): in a round everybody plays once, so that early results are spread over all. A
/// pairing of many games comes round pair by pair. In single games everybody is first as often as second, to within
/// one. Who comes late plays everybody who is still there; pairings with somebody who has left get no more games.
class RoundRobin final : public Schedule {
public:
    RoundRobin(const FormatSettings& settings, const Field& field, std::uint64_t seed,
               const std::vector<PlannedGame>& planned = {});

    std::optional<int> total() const override;

private:
    bool add_round(const FinishedGames& results) override;
    /// A pair of games, or a single one, of each pairing of these that has not as many yet.
    void add_cycle(const std::vector<int>& present, int cycle);
    int first_cycle(const std::vector<int>& present) const;
    void add_missing(int cycle, int first, int second);

    int round_ = 0;  ///< that is being planned
};

}  // namespace referee::tournament
