// One against all the others.
#pragma once

#include "referee/tournament/schedule/schedule.hpp"

namespace referee::tournament {

/// All games are known at once, unless they are planned by cycles: in a round the challenger plays a pair, or a single
/// game, against each of the others. In single games it is first as often as second, to within one.
class Gauntlet final : public Schedule {
public:
    Gauntlet(const FormatSettings& settings, int entrants, std::uint64_t seed) : Schedule(settings, entrants, seed) {}

    std::optional<int> total() const override { return settings().games * (entrants() - 1); }

private:
    bool add_round(const FinishedGames& results) override;

    int round_ = 0;
};

}  // namespace referee::tournament
