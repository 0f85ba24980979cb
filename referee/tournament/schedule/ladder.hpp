// A tournament without an end: it always plays the pairs whose results would tell most.
#pragma once

#include <functional>

#include "referee/tournament/schedule/estimates.hpp"
#include "referee/tournament/schedule/schedule.hpp"

namespace referee::tournament {

/// Rates all entrants from the finished games: `games` are all that are known, `results` what has come of them. It has
/// to be a pure function, and to rate all, also those who have not played.
using Rater =
    std::function<Estimates(int entrants, const std::vector<PlannedGame>& games, const FinishedGames& results)>;

/// Whether two who have played so many pairs have an opening left that they have not played. It has to be a pure
/// function.
using OpeningLeft = std::function<bool(int pairs)>;

/// The worth of one more pair of games between two: the chance that their order is other than it seems, times the share
/// by which the variance of their difference would shrink.
double worth_of_pair(const Estimates& estimates, int a, int b);

/// A batch of pairs is chosen when all games of the batch before are finished, so that what is played does not depend
/// on how many games run at once; each choice within a batch supposes that those before it have been played.
///
/// As long as somebody has less than a third of the median number of pairs, the one with the fewest plays next, against
/// whomever its game is worth most. Otherwise the pair of the greatest worth plays. Of equal worth, those with the
/// fewest pairs between them are chosen, then the first ones. Two who have used up their openings pause; if all pause,
/// the ladder ends. By widths, the one with the widest error plays next, against whomever would narrow it most.
class Ladder final : public Schedule {
public:
    /// `planned` are the games of earlier runs; since then entrants may have come and gone. Without `opening_left` no
    /// pair ever pauses.
    Ladder(const FormatSettings& settings, const Field& field, std::uint64_t seed, Rater rater,
           const std::vector<PlannedGame>& planned = {}, OpeningLeft opening_left = {});

    std::optional<int> total() const override { return std::nullopt; }
    void adopt(std::span<const PlannedGame> planned) override;

private:
    struct Choice {
        int a = 0;
        int b = 0;
        double worth = 0;
        int pairs = 0;
    };

    bool add_round(const FinishedGames& results) override;
    /// The best pair, if not all pause.
    std::optional<Choice> best_pair(const Estimates& estimates) const;
    /// The entrant that has to play next, whomever.
    std::optional<int> next_to_play(const Estimates& estimates) const;
    std::optional<int> neglected(const std::vector<int>& able) const;
    /// Those who have an opening left with somebody.
    std::vector<int> able_to_play() const;
    bool can_meet(int a, int b) const { return field().is_in(a) && field().is_in(b) && has_opening(a, b); }
    bool has_opening(int a, int b) const { return !opening_left_ || opening_left_(pairs_between(a, b)); }

    Rater rater_;
    OpeningLeft opening_left_;
    int round_ = 0;
    std::vector<int> pairs_of_;  ///< by entrant
};

}  // namespace referee::tournament
