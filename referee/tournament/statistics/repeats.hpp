// Games that repeat others move by move. A repeated game is no new evidence about strength.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "referee/tournament/statistics/results.hpp"

namespace referee::tournament {

/// A game as its repeats see it.
struct GameLine {
    std::size_t first = 0;  ///< the entrant that moves first
    std::size_t second = 0;
    std::optional<int> opening;
    std::uint64_t moves = 0;  ///< referee/match/moves_hash.hpp; the opening is in it
    int number = 0;           ///< of the game in its tournament; games with the same number stay in the order of add()
    bool busy = false;        ///< a machine that was too busy has decided it
};

/// Counts distinct games. The n games of one first and one second player from one opening count as n^2 / sum(c_i^2)
/// games of evidence, where c_i is how often distinct game i was played: the effective sample size (L. Kish, "Survey
/// Sampling", 1965). So n equal games count as one, m games that were played equally often count as m, and the mean
/// result is unchanged. If fewer of the games, from the first on, have a greater effective number, the evidence is
/// theirs: one game that is played again and again would make the mean worse. So more games never are less evidence.
/// The order in which games are added makes no difference. Memory: about 24 bytes for each game, and 150 for each
/// distinct one.
class Repeats {
public:
    /// This number of pairs of games in a row that only repeat earlier ones end a search for a verdict. If only one
    /// pair in five were new, this would happen at a given place with a probability of 0.8^25 = 0.4 %.
    static constexpr int max_in_a_row = 25;

    /// Adds a game. Returns a hash that only its repeats share.
    std::uint64_t add(const GameLine& game, Score score);
    /// Adds a pair of games with the hashes of both. Returns whether no pair so far was equal.
    bool add_pair(std::uint64_t one, std::uint64_t other);

    /// The number of games without repeats.
    std::uint64_t distinct() const { return games_.size(); }
    /// The number of games without repeats of an entrant.
    std::uint64_t distinct_of(std::size_t entrant) const;
    /// Takes repeated games out of the evidence. Requires: `results` has all games that were added here.
    void take_out_of(Results& results) const;
    /// The same for results without the games that a busy machine has decided.
    void take_out_of_undisturbed(Results& results) const;
    /// Whether the last `window` games between these entrants, which have at least the number `first`, add less than a
    /// fiftieth of a game of evidence each. Requires: a place in `present` for each entrant.
    bool last_games_only_repeat(const std::vector<bool>& present, int first, std::size_t window) const;

private:
    using Players = std::pair<std::uint32_t, std::uint32_t>;
    struct Play {
        int number;
        Score score;
        bool busy;
        std::uint64_t game;  ///< its hash
    };
    /// The games of one first and one second player from one opening. A few random plies often give the same opening
    /// again under another number; lines that share a game are the same line.
    struct Line {
        std::uint64_t root = 0;  ///< the line that this one has been added to, or itself
        Players players;
        std::vector<Play> plays;   ///< by number
        std::size_t distinct = 0;  ///< games
    };

    static Evidence evidence_of(const std::vector<Play>& plays, int before);
    void take_out(Results& results, bool undisturbed) const;
    std::uint64_t root_of(std::uint64_t line) const;
    /// Adds the greater one of two lines to the other, which it returns, so that the order makes no difference.
    std::uint64_t joined(std::uint64_t one, std::uint64_t other);

    std::unordered_map<std::uint64_t, std::uint64_t> games_;  ///< the line of each distinct game, by hash
    std::unordered_map<std::uint64_t, Line> lines_;           ///< by a hash of the players and the opening
    std::unordered_set<std::uint64_t> pairs_;                 ///< hashes of the distinct pairs
    std::map<std::size_t, std::uint64_t> of_entrants_;        ///< distinct games
};

}  // namespace referee::tournament
