// The formats without rounds that depend on results: round robin and gauntlet.
#pragma once

#include "referee/tournament/schedule/schedule.hpp"

namespace referee::tournament {

/// Everybody plays everybody. All games are known at once, unless they are planned by cycles, in the order of the
/// circle method (Lucas, "Récréations mathématiques" II, 1883): in a round everybody plays once, so that early results
/// are spread over all. A pairing of many games is played one pair of games per cycle. In single games the numbers of
/// games that an entrant plays first and second differ by at most one. A late entrant plays everybody who is still
/// there; pairings with an entrant that has left get no more games.
class RoundRobin final : public Schedule {
public:
    RoundRobin(const FormatSettings& settings, const Field& field, std::uint64_t seed,
               const std::vector<PlannedGame>& planned = {});

    std::optional<int> total() const override;

private:
    bool add_round(const FinishedGames& results) override;
    /// Plans a pair of games, or a single game, for each pairing of `present` that has not reached this cycle yet.
    void add_cycle(const std::vector<int>& present, int cycle);
    int first_cycle(const std::vector<int>& present) const;
    void add_missing(int cycle, int first, int second);

    int round_ = 0;  ///< the round that is being planned
};

/// One entrant plays all the others. All games are known at once, unless they are planned by cycles: in a round the
/// challenger plays a pair, or a single game, against each of the others. In single games the numbers of games that it
/// plays first and second differ by at most one.
class Gauntlet final : public Schedule {
public:
    Gauntlet(const FormatSettings& settings, const Field& field, std::uint64_t seed,
             const std::vector<PlannedGame>& planned = {});

    std::optional<int> total() const override;

private:
    bool add_round(const FinishedGames& results) override;
    /// The entrant that holds the challenger's place.
    int challenger() const { return field().holder_of(settings().challenger); }

    int round_ = 0;  ///< the round that is being planned
};

}  // namespace referee::tournament
