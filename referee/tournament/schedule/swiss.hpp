// A few rounds in which everybody plays others with about the same score.
#pragma once

#include "referee/tournament/schedule/matching.hpp"
#include "referee/tournament/schedule/schedule.hpp"
#include "referee/tournament/schedule/swiss_pairing.hpp"

namespace referee::tournament {

/// Scores are the points of all games; a bye counts as much as winning all games of a pairing. How a round is paired is
/// said at pair_swiss(). A round is known when the one before is over.
class Swiss final : public Schedule {
public:
    Swiss(const FormatSettings& settings, int entrants, std::uint64_t seed);

    /// The binary logarithm of the entrants, rounded up, and one more; but no more than can be played without repeats.
    static int usual_rounds(int entrants);

    std::optional<int> total() const override { return rounds_ * (entrants() / 2) * settings().games; }
    int rounds() const { return rounds_; }

private:
    bool add_round(const FinishedGames& results) override;
    /// Whether `a`, the higher of the two, moves first in the first game of their pairing.
    bool is_first(int a, int b) const;
    void score_new_games(const FinishedGames& results);

    int rounds_;
    int round_ = 0;
    std::size_t scored_ = 0;  ///< how many games have been scored
    std::vector<SwissEntrant> standings_;
    Graph met_;
};

}  // namespace referee::tournament
