// Games that repeat others move by move. A repeated game is no new evidence about strength.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "referee/tournament/statistics/results.hpp"

namespace referee::tournament {

/// A game as its repeats see it.
struct GameLine {
    std::size_t first = 0;  ///< the entrant that moves first
    std::size_t second = 0;
    std::optional<int> opening;
    std::uint64_t moves = 0;  ///< referee/match/moves_hash.hpp; the opening is in it
};

/// Counts distinct games. The n games of one first and one second player from one opening count as n^2 / sum(c_i^2)
/// games of evidence, where c_i is how often distinct game i was played: the effective sample size (L. Kish, "Survey
/// Sampling", 1965). So n equal games count as one, m games that were played equally often count as m, and the mean
/// result is unchanged. The order in which games are added makes no difference. Memory: about 150 bytes for each
/// distinct game.
class Repeats {
public:
    /// The games of this number of pairs of games in a row, which only repeat earlier ones, end a search for a verdict.
    /// If only one pair in five were new, this would happen at a given place with a probability of 0.8^25 = 0.4 %.
    static constexpr int max_in_a_row = 25;

    /// Adds a game. Returns a hash that only its repeats share.
    std::uint64_t add(const GameLine& game, Score score);
    /// Adds a pair of games with the hashes of both. Returns whether no pair so far was equal.
    bool add_pair(int number, std::uint64_t one, std::uint64_t other);

    /// The number of games without repeats.
    std::uint64_t distinct() const { return games_.size(); }
    /// The number of games without repeats of an entrant.
    std::uint64_t distinct_of(std::size_t entrant) const;
    /// Takes repeated games out of the evidence. Requires: `results` has all games that were added here.
    void take_out_of(Results& results) const;
    /// The number of the last pair that no pair with a lower number equals; -1 if there is none.
    int last_new_pair() const;

private:
    using Players = std::pair<std::uint32_t, std::uint32_t>;
    /// The games of one first and one second player from one opening. A few random plies often give the same opening
    /// again under another number; lines that share a game are the same line.
    struct Line {
        std::uint64_t root = 0;  ///< the line that this one has been added to, or itself
        Players players;
        std::uint32_t wins = 0, draws = 0, losses = 0;
        std::uint64_t squares = 0;  ///< the sum of the squares of how often each distinct game was played
        std::uint32_t games() const { return wins + draws + losses; }
    };
    struct Distinct {
        std::uint32_t times = 0;
        std::uint64_t line = 0;
    };

    std::uint64_t root_of(std::uint64_t line) const;
    /// Adds the greater one of two lines to the other, which it returns, so that the order makes no difference.
    std::uint64_t joined(std::uint64_t one, std::uint64_t other);

    std::unordered_map<std::uint64_t, Distinct> games_;  ///< by hash
    std::unordered_map<std::uint64_t, Line> lines_;      ///< by a hash of the players and the opening
    std::unordered_map<std::uint64_t, int> pairs_;       ///< the lowest number of each distinct pair, by a hash
    std::map<std::size_t, std::uint64_t> of_entrants_;   ///< distinct games
};

}  // namespace referee::tournament
