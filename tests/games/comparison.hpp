// Plays games twice at once: with the rule core, which is used through its Board, and with a slow reference. Compares
// the two in random games, and counts the events in these games.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "games/perft.hpp"
#include "games/spec.hpp"
#include "tests/games/random.hpp"

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

/// Converts the outcome of a reference to that of the core. A reference has either `over` and `winner` (0, 1, or -1 for
/// a draw), or a `result`: none yet, won by the first or the second player, or drawn.
template <class Reference>
games::Outcome outcome_of(const Reference& game) {
    if constexpr (requires { game.result; }) {
        constexpr games::Outcome outcomes[] = {games::Outcome::ongoing, games::Outcome::first_won,
                                               games::Outcome::second_won, games::Outcome::drawn};
        return outcomes[static_cast<std::size_t>(game.result)];
    } else {
        if (!game.over) return games::Outcome::ongoing;
        return game.winner < 0 ? games::Outcome::drawn : games::won(games::side_of(game.winner));
    }
}

/// `Reference`: one of the classes in tests/reference/.
template <class Reference>
class BoardPair {
public:
    /// `start`: the position before the first ply of a game with these settings and this seed.
    BoardPair(const std::string& spec, Reference start, std::uint64_t seed = 0)
        : BoardPair(games::parse_spec(spec).make_board(seed), std::move(start),
                    spec + " seed " + std::to_string(seed)) {}
    /// `begin`: describes everything that is needed to start the game again.
    BoardPair(std::unique_ptr<games::Board> core, Reference start, std::string begin)
        : reference_(std::move(start)), core_(std::move(core)), begin_(std::move(begin)) {}

    /// Makes the move in both games. Requires: the reference lists it.
    void play(const std::string& move) {
        reference_.play(move);
        play_core(move);
    }

    /// The first difference between core and reference, or an empty string.
    std::string difference() const {
        if (const std::string differs = difference_of_turn(); !differs.empty()) return differs;
        if (const std::string differs = difference_of_frame(reference_.frame()); !differs.empty()) return differs;
        return core_->legal_moves() == reference_.legal_moves() ? "" : "legal moves";
    }

    bool is_over() const { return games::is_over(outcome_of(reference_)); }

    const Reference& by_reference() const { return reference_; }
    const games::Board& by_core() const { return *core_; }
    /// Describes the start and the moves so far, from which a failure can be reproduced.
    std::string how_to_reproduce() const {
        std::string text = begin_ + " moves:";
        for (const std::string& move : moves_)
            text += " " + move + ";";
        return text;
    }

protected:
    void play_core(const std::string& move) {
        moves_.push_back(move);
        verdict_ = core_->play(move);
    }

    /// Compares the last verdict, the result, the side to move, its hand, and the lost turns.
    std::string difference_of_turn() const {
        if (verdict_ != games::Verdict::played) return "the core refuses the move";
        if (core_->outcome() != outcome_of(reference_)) return "outcome";
        if (core_->reason() != reference_.reason) return "reason: core '" + std::string(core_->reason()) + "'";
        if (core_->plies() != reference_.plies) return "plies";
        if (!is_over() && games::index(core_->to_move()) != reference_.to_move) return "side to move";
        if constexpr (requires { reference_.hand; }) {
            if (core_->hand() != reference_.hand) return "hand";
        }
        std::vector<int> lost;
        for (const games::Side side : core_->lost_turns())
            lost.push_back(games::index(side));
        if constexpr (requires { reference_.lost; }) return lost == reference_.lost ? "" : "lost turns";
        return lost.empty() ? "" : "lost turns";
    }

    std::string difference_of_frame(const std::string& expected) const {
        std::string frame;
        core_->write_frame(frame);
        return frame == expected ? "" : "frame:\n  core      " + frame + "\n  reference " + expected;
    }

    Reference reference_;
    std::unique_ptr<games::Board> core_;

private:
    std::string begin_;
    std::vector<std::string> moves_;
    games::Verdict verdict_ = games::Verdict::played;
};

/// Plays these moves, which are separated by spaces. Core and reference must agree after each of them.
template <class Reference>
BoardPair<Reference> agreed(BoardPair<Reference> pair, const std::string& moves) {
    std::istringstream words(moves);
    for (std::string move; words >> move;) {
        INFO(pair.how_to_reproduce());
        REQUIRE_FALSE(pair.is_over());
        pair.play(move);
        REQUIRE(pair.difference() == "");
    }
    return pair;
}

}  // namespace games_test
