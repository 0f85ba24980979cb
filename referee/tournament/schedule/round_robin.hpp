// Everybody against everybody.
#pragma once

#include "referee/tournament/schedule/schedule.hpp"

namespace referee::tournament {

/// All games are known at once, unless they are planned by cycles, in the order of the circle method (Lucas,
/// "Récréations mathématiques" II, 1883): in a round everybody plays once, so that early results are spread over all. A
/// pairing of many games comes round pair by pair. In single games everybody is first as often as second, to within
/// one.
class RoundRobin final : public Schedule {
public:
    RoundRobin(const FormatSettings& settings, int entrants, std::uint64_t seed) : Schedule(settings, entrants, seed) {}

    std::optional<int> total() const override;

private:
    bool add_round(const FinishedGames& results) override;
    /// A pair of games, or a single one, of each pairing.
    void add_cycle(bool single);

    int planned_ = 0;  ///< games of each pairing
    int round_ = 0;
};

}  // namespace referee::tournament
