// The results of a tournament as the statistics see them: who moved first against whom, and how often it ended how.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace referee::tournament {

/// The end of a game as its first player (the one that moves first) sees it.
enum class Score : std::uint8_t { loss, draw, win };

/// `winner`: 0 the first player, 1 the other, none: a draw.
constexpr Score score_of_first(std::optional<int> winner) {
    return !winner ? Score::draw : *winner == 0 ? Score::win : Score::loss;
}

/// Games of one first player against one second player, as the first player sees them.
struct Tally {
    std::uint64_t wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;

    std::uint64_t games() const { return wins + draws + losses; }
    std::uint64_t half_points() const { return 2 * wins + draws; }
};

/// Games as evidence about strength, as the first player sees them. They may be fractions.
struct Evidence {
    double wins = 0;
    double draws = 0;
    double losses = 0;

    double games() const { return wins + draws + losses; }
    double points() const { return wins + draws / 2; }
};

/// Pairs of games from one start with sides swapped, between two entrants: counts[i][j] is the number of pairs in which
/// the game that the lower-numbered entrant began ended i, and the other game ended j. Both are a Score as the first
/// player of that game sees it.
using PairTally = std::array<std::array<std::uint64_t, 3>, 3>;

/// The number of entrants, and a tally for each ordered pair that has met. Needs memory for pairs, not for games.
class Results {
public:
    using Pair = std::pair<std::size_t, std::size_t>;  // first, second

    explicit Results(std::size_t entrants) : entrants_(entrants), of_(entrants) {}

    /// Adds one game. Entrants are counted from 0. Throws std::invalid_argument where one does not exist or plays
    /// itself.
    void add(std::size_t first, std::size_t second, Score score);
    /// Adds many games at once; the same errors.
    void add(std::size_t first, std::size_t second, const Tally& tally);

    /// Says that two games, which add() gets, too, were a pair: `a` began the first, which ended `of_a`, and `b` the
    /// other, which ended `of_b`.
    void add_pair(std::size_t a, std::size_t b, Score of_a, Score of_b);
    /// The games between two count this much in ratings, on a scale from 0 to 1. At first this is 1. At 0 those so
    /// far are taken out.
    void set_weight(std::size_t a, std::size_t b, double weight);

    /// Each game between two is only this share of a game of evidence, since some of them repeat others (Repeats). At
    /// first this is 1. All other numbers count them in full.
    void set_share(std::size_t a, std::size_t b, double share);

    std::size_t entrants() const { return entrants_; }
    const std::map<Pair, Tally>& tallies() const& { return tallies_; }
    void tallies() const&& = delete;  // the map would be destroyed
    /// Those of each two that have played pairs, the lower number first.
    const std::map<Pair, PairTally>& pairs() const { return pairs_; }
    double weight(std::size_t a, std::size_t b) const;
    /// Those of each two whose games have the weight 0, the lower number first.
    std::set<Pair> without_weight() const;
    /// The evidence of each game between two: their weight times their share.
    double worth(std::size_t a, std::size_t b) const;
    /// The games of this first and this second player as evidence, each with its worth.
    Evidence evidence(const Pair& pair) const;
    /// The entrants with games.
    std::vector<std::size_t> active() const;
    /// The results among some entrants, which get the numbers of their places. Requires: in ascending order, and with
    /// all that have games.
    Results among(const std::vector<std::size_t>& entrants) const;
    /// All games of one entrant on both sides, as that entrant sees them.
    Tally of(std::size_t entrant) const { return of_[entrant]; }
    /// All games of two on both sides, as the first named sees them.
    Tally between(std::size_t entrant, std::size_t other) const;
    /// All games, as the first players see them.
    Tally total() const;

private:
    std::size_t entrants_;
    std::map<Pair, Tally> tallies_;
    std::map<Pair, PairTally> pairs_;
    std::map<Pair, double> weights_;  ///< the lower number first; absent: 1
    std::map<Pair, double> shares_;   ///< the same
    std::vector<Tally> of_;
};

}  // namespace referee::tournament
