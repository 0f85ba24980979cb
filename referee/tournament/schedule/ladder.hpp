// The ladder format, an open-ended tournament: it always plays the most informative pairs.
#pragma once

#include <functional>

#include "referee/tournament/schedule/estimates.hpp"
#include "referee/tournament/schedule/schedule.hpp"

namespace referee::tournament {

/// Rates all entrants from the finished games: `games` are all known games, `results` their results. It has
/// to be a pure function, and to rate all entrants, even those that have not played.
using Rater =
    std::function<Estimates(int entrants, const std::vector<PlannedGame>& games, const FinishedGames& results)>;

/// Whether two entrants that have played this number of pairs have an unplayed opening left. It has to be a pure
/// function.
using OpeningLeft = std::function<bool(int pairs)>;

/// The worth of one more pair of games between two: the probability that their true order is the reverse of the
/// estimated one, times the share by which the variance of their difference would shrink.
double worth_of_pair(const Estimates& estimates, int a, int b);

/// A batch of pairs is chosen when all games of the batch before are finished, so that the choice does not depend
/// on the number of concurrent games; each choice in a batch assumes that the choices before it have been played.
///
/// While an entrant has less than a third of the median number of pairs, the entrant with the fewest pairs plays next,
/// against the opponent of the greatest worth. Otherwise the pair of the greatest worth plays. Of equal worth, the pair
/// that has met least often is chosen, then the first one. Two entrants without unplayed openings pause; if all pause,
/// the ladder ends. By widths, the entrant with the widest error plays next, against the opponent that would narrow
/// it most.
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
    /// The entrant that has to play next, against any opponent.
    std::optional<int> next_to_play(const Estimates& estimates) const;
    std::optional<int> neglected(const std::vector<int>& able) const;
    /// The entrants that have an opening left with some opponent.
    std::vector<int> able_to_play() const;
    bool can_meet(int a, int b) const { return field().is_in(a) && field().is_in(b) && has_opening(a, b); }
    bool has_opening(int a, int b) const { return !opening_left_ || opening_left_(pairs_between(a, b)); }

    Rater rater_;
    OpeningLeft opening_left_;
    int round_ = 0;
    std::vector<int> pairs_of_;  ///< by entrant
};

}  // namespace referee::tournament
