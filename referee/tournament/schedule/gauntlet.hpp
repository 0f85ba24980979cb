// One against all the others.
#pragma once

#include "referee/tournament/schedule/schedule.hpp"

namespace referee::tournament {

/// All games are known at once, unless they are planned by cycles: in a round the challenger plays a pair, or a single
/// game, against each of the others. In single games it is first as often as second, to within one.
class Gauntlet final : public Schedule {
public:
    Gauntlet(const FormatSettings& settings, const Field& field, std::uint64_t seed,
             const std::vector<PlannedGame>& planned = {});

    std::optional<int> total() const override;

private:
    bool add_round(const FinishedGames& results) override;
    /// Who holds the challenger's place.
    int challenger() const { return field().holder_of(settings().challenger); }

    int round_ = 0;  ///< that is being planned
};

}  // namespace referee::tournament
