// A tournament without an end: it always plays the pairs whose results would tell most.
#pragma once

#include <functional>

#include "referee/tournament/schedule/schedule.hpp"

namespace referee::tournament {

/// The estimate of an entrant's strength, on the Elo scale.
struct Estimate {
    double rating = 0;
    double deviation = 0;  ///< the standard error. Positive and finite, also of those who have not played
};

/// Rates all entrants from the finished games: `games` are all that are known, `results` what has come of them. It has
/// to be a pure function, and to give one estimate for each entrant.
using Rater = std::function<std::vector<Estimate>(int entrants, const std::vector<PlannedGame>& games,
                                                  const FinishedGames& results)>;

/// The information from one more pair of games between two: the chance that their order is other than it seems, times
/// the share by which the uncertainty of their difference would shrink. The first is Phi(-|d| / s) for a difference d
/// of the ratings with the standard error s = sqrt(sa^2 + sb^2); the second 1 - 1 / sqrt(1 + s^2 i), i being the Fisher
/// information on d of two games in the Bradley-Terry model: 2 (ln 10 / 400)^2 p (1 - p).
double worth_of_pair(const Estimate& a, const Estimate& b);

/// A batch of pairs is chosen when all games of the batch before are finished, so that what is played does not depend
/// on how many games run at once; each choice within a batch supposes that those before it have been played. Of equal
/// worth, those with the fewest pairs between them are chosen, then the first ones.
class Ladder final : public Schedule {
public:
    /// `planned` are the games of earlier runs; since then entrants may have been added at the end of the list.
    Ladder(const FormatSettings& settings, int entrants, std::uint64_t seed, Rater rater,
           std::vector<PlannedGame> planned = {});

    std::optional<int> total() const override { return std::nullopt; }

private:
    bool add_round(const FinishedGames& results) override;

    Rater rater_;
    int round_ = 0;
};

}  // namespace referee::tournament
