// The ladder format: an open-ended tournament that always plays the most informative pairs.
#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "referee/tournament/paper/schedule/estimates.hpp"
#include "referee/tournament/paper/schedule/schedule.hpp"

namespace referee::tournament {

/// Rates all entrants that take part, even those that have not played. `games`: all known games. `results`: their
/// results so far. Requires: it is a pure function, and returns an estimate for each entrant of the field.
using Rater =
    std::function<Estimates(const Field& field, const std::vector<PlannedGame>& games, const FinishedGames& results)>;

/// Whether two entrants that have played this number of pairs have an unplayed opening left. Requires: it is a pure
/// function.
using OpeningLeft = std::function<bool(int pairs)>;

/// A ladder without a goal rests when each present entrant has 400 games.
inline constexpr int usual_pairs_before_rest = 200;

/// The worth of one more pair of games between two entrants: the probability that their true order is the reverse of
/// the estimated order, times the share by which the variance of their difference would shrink.
double worth_of_pair(const Estimates& estimates, int a, int b);

/// A batch is chosen when all games of the previous batch are finished, so that the choice does not depend on the
/// number of concurrent games. Each choice in a batch assumes that the earlier choices have been played.
///
/// An entrant is a newcomer if it has played less than a third of the median number of pairs of games of the entrants
/// that are present. A newcomer that has not played at all plays next. Otherwise the number of the pair decides: every
/// fifth pair is drawn by lot among all pairings, and in every second of the others the newcomer with the fewest pairs
/// plays. An entrant that has yet to meet the staff (FormatSettings::staff) also is a newcomer: it first plays
/// pairs_with_staff pairs against each of at most three bots of the staff. Only lots give it other opponents before. In
/// the rest, with `by_widths`, the entrant with the widest interval plays; without `by_widths`, any two
/// entrants may play. Among the possible pairings, the one with the greatest worth is chosen. If `by_widths` has to
/// choose an opponent, it chooses the one whose games would narrow the entrant's interval most. Ties go to the two
/// entrants that have met least often, then to the first two. Two entrants that have used up all openings pause. If all
/// pause, the ladder ends. With `pairs_before_rest` it rests when all have as many pairs. Until then only lots choose
/// two entrants that both have them, which bounds the size of the file and the work for nothing.
///
/// The lots connect entrants whose order seems certain, but may not be. Without them, two near-equals would play each
/// other for ever.
class Ladder final : public Schedule {
public:
    /// `planned`: the games of earlier runs; entrants may have joined or left since then. `opening_left`: empty if no
    /// pair ever pauses.
    Ladder(const FormatSettings& settings, const Field& field, const RunSeed& seed, Rater rater,
           const std::vector<PlannedGame>& planned = {}, OpeningLeft opening_left = {});

    /// Unknown, unless all openings are used up.
    std::optional<std::int64_t> total(const FinishedGames& results) const override;
    [[nodiscard]] bool rests() const override;
    void adopt(std::span<const PlannedGame> planned) override;

private:
    struct Choice {
        int a = 0;
        int b = 0;
        bool last = false;  ///< others come first: one of the two has yet to meet the staff, or both have enough pairs
        double worth = 0;
        int pairs = 0;
    };

    bool add_round(const FinishedGames& results) override;
    /// The entrants of the next pair; none if all pairs pause.
    std::optional<std::pair<int, int>> next_pair(const Estimates& estimates) const;
    /// The best pair in which `must_play` takes part, if it is set.
    std::pair<int, int> best_pair(const Estimates& estimates, std::optional<int> must_play) const;
    /// The entrants that can play at least one opponent.
    std::vector<int> able() const;
    /// The newcomer among these entrants that has the fewest pairs.
    std::optional<int> newcomer(const std::vector<int>& able) const;
    /// Whether this bot of the staff is among those that `entrant` has yet to meet.
    bool owes(int entrant, int staff) const;
    /// Whether `entrant` has yet to meet a bot of the staff.
    bool owes(int entrant) const;
    bool can_meet(int a, int b) const {
        return a != b && field().is_in(a) && field().is_in(b) && (!opening_left_ || opening_left_(pairs_between(a, b)));
    }
    int& pairs_of(int entrant) { return pairs_of_.at(static_cast<std::size_t>(entrant)); }
    int pairs_of(int entrant) const { return pairs_of_.at(static_cast<std::size_t>(entrant)); }

    Rater rater_;
    OpeningLeft opening_left_;
    int round_ = 0;
    /// The number of pairs of each entrant, without those that are cancelled or whose results are annulled.
    std::vector<int> pairs_of_;
};

}  // namespace referee::tournament
