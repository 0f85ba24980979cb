// Compares a rule core with a slow reference in random games, and counts the events in these games.
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "games/perft.hpp"
#include "tests/games/random.hpp"
#include "tests/games/share.hpp"

namespace games_test {

/// Counts how often each event occurred in the games. The counts prove that the games reached the hard parts of the
/// rules.
class Tally {
public:
    void count(const std::string& what, long times = 1) { counts_[what] += times; }
    long of(const std::string& what) const {
        const auto found = counts_.find(what);
        return found == counts_.end() ? 0 : found->second;
    }
    /// All counts on one line.
    std::string text() const {
        std::string text;
        for (const auto& [what, times] : counts_)
            text += (text.empty() ? "" : ", ") + what + " " + std::to_string(times);
        return text;
    }

private:
    std::map<std::string, long> counts_;
};

/// Plays one game until it is over or core and reference differ. `step` makes a move in both and returns their
/// difference after the move. `difference` is their difference before the first move. Reports a difference. Returns
/// whether core and reference agreed to the end.
template <class Pair, class Step>
bool agree_to_the_end(const Pair& pair, std::uint64_t seed, std::string difference, Step step) {
    while (difference.empty() && !pair.is_over())
        difference = step();
    if (!difference.empty()) FAIL_CHECK("seed " << seed << ": " << difference << "\n" << pair.how_to_reproduce());
    return difference.empty();
}

/// Plays this many games, with seeds from 1 upwards. Stops early if `play_game(seed, tally)` returns that core and
/// reference differ. Then checks that each event in `more_than` occurred more often than its number.
template <class PlayGame>
Tally compare_games(int games, PlayGame play_game, const std::vector<std::pair<std::string, long>>& more_than) {
    Tally tally;
    int played = 0;
    while (played < games && play_game(static_cast<std::uint64_t>(played) + 1, tally))
        ++played;
    MESSAGE(played << " games: " << tally.text());
    CHECK(played == games);
    for (const auto& each : more_than) {  // before version 16, clang cannot use structured bindings in INFO
        INFO(each.first);
        CHECK(tally.of(each.first) > each.second);
    }
    return tally;
}

/// Compares the perft counts of core and reference in positions of random games. `longest_game`: the game's usual ply
/// limit. `choose(game, random)` makes the moves up to such a position.
template <class Core, class Reference, class Choose>
void compare_paths(int longest_game, Choose choose) {
    Random random(6);
    for (int round = 0; round < 400 / games_test_share(); ++round) {
        const int max_plies = random.percent(80) ? longest_game : random.between(1, 64);
        const Core rules({max_plies});
        auto state = rules.start();
        Reference game(max_plies);
        for (int plies = random.below(62); plies > 0 && !game.over; --plies) {
            const std::string move = choose(game, random);
            rules.play(state, read_move(rules, move).value());
            game.play(move);
        }
        INFO(game.frame());
        CHECK(games::perft(rules, state, 3) == perft(game, 3));
    }
}

}  // namespace games_test
