// Games that repeat others move by move. A repeated game is no new evidence about strength.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "referee/tournament/figures/statistics/results.hpp"

namespace referee::tournament {

/// A game as its repeats see it.
struct GameLine {
    std::size_t first = 0;  ///< the entrant that moves first
    std::size_t second = 0;
    std::uint64_t moves = 0;  ///< referee/core/match/moves_hash.hpp; the opening is in it
    int number = 0;           ///< of the game in its tournament
    bool busy = false;        ///< a machine that was too busy has decided it
};

/// Counts games of which some are equal. n games count as n^2 / sum(c_i^2) games of evidence, where c_i is how often
/// distinct game i was played: the effective sample size (L. Kish, "Survey Sampling", 1965). So n equal games count as
/// one, and m games that were played equally often count as m. Each game counts effective() / games(), so that the mean
/// result is unchanged. More games of one line are less evidence: they drown the others.
class EffectiveGames {
public:
    /// Adds a game with a hash that only its repeats share. Returns whether it is new.
    bool add(std::uint64_t game);
    std::uint64_t games() const { return games_; }
    std::uint64_t distinct() const { return times_.size(); }
    /// How often the most frequent game was played.
    std::uint64_t most_frequent() const { return most_frequent_; }
    double effective() const;
    /// The effective number for each game; 1 without games.
    double share() const { return games_ == 0 ? 1 : effective() / static_cast<double>(games_); }
    /// The effective number before these games were added. Requires: they were.
    double effective_without(const std::vector<std::uint64_t>& games) const;

private:
    std::unordered_map<std::uint64_t, std::uint64_t> times_;  ///< by hash
    std::uint64_t games_ = 0;
    std::uint64_t squares_ = 0;  ///< the sum of c_i^2
    std::uint64_t most_frequent_ = 0;
};

/// The number of last games by which a search for a verdict or a goal judges whether more games help, of so many games
/// in all. A quarter of them, since a game changes the effective number by how often *all* games repeat: when a list
/// of openings begins anew, games of which half are new hardly change it at first. At least 50.
std::size_t games_to_judge(std::uint64_t games);
/// Whether this number of games has added less than a fiftieth of a game of evidence each.
bool hardly_adds(double evidence, std::size_t games);

/// Counts the distinct games of a tournament. All games between two entrants, on both sides and from all openings,
/// count as EffectiveGames says. The order in which games are added makes no difference. Memory: about 24 bytes for
/// each game, and 50 for each distinct one.
class Repeats {
public:
    void add(const GameLine& game);

    /// The number of games without repeats.
    std::uint64_t distinct() const { return distinct_; }
    /// The number of games without repeats of an entrant.
    std::uint64_t distinct_of(std::size_t entrant) const;
    /// The effective number of all games: the sum over the pairings.
    double effective() const;
    /// The share of games that are the most frequent one between their two entrants; 0 without games.
    double share_of_main_lines() const;
    /// Makes games count as evidence by their effective number. Requires: `results` has all games that were added here.
    void weigh(Results& results) const;
    /// The same for results without the games that a busy machine has decided.
    void weigh_undisturbed(Results& results) const;
    /// Whether the last games between these entrants, games_to_judge() of them but at least `window`, hardly add
    /// evidence. All of them must have at least the number `first`. What one pairing loses is not set off against what
    /// another one gains. Requires: a place in `present` for each entrant.
    bool last_games_only_repeat(const std::vector<bool>& present, int first, std::size_t window) const;

private:
    struct Play {
        int number;
        bool busy;
        std::uint64_t game;  ///< its hash
    };
    struct Pairing {
        EffectiveGames games;
        std::vector<Play> plays;  ///< by number
    };

    std::map<Results::Pair, Pairing> pairings_;  ///< the lower entrant first
    std::uint64_t distinct_ = 0;
    std::map<std::size_t, std::uint64_t> of_entrants_;  ///< distinct games
};

}  // namespace referee::tournament
