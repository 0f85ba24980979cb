// Compares the solver with plain minimax without tables, and checks the values of small boards in docs/bots.md.
#include "games/solver.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "games/dice.hpp"
#include "games/fitz/rules.hpp"
#include "games/fitz/tiles.hpp"
#include "games/magnetic_cave/rules.hpp"
#include "games/magnetize/rules.hpp"
#include "games/othello/rules.hpp"
#include "games/spec.hpp"

namespace {

constexpr int sure = 1000;

games::SolveLimits plenty() {
    return {std::size_t{16} << 20, [] { return false; }};
}

/// Returns the value for the side to move. A win counts `sure` minus the number of plies to it. A draw counts 0. A loss
/// counts the negative of a win.
template <class G>
int minimax(const G& rules, const typename G::State& state, int plies_left) {
    typename G::Moves moves;
    rules.moves(state, moves);
    const games::Side mover = rules.to_move(state);
    int best = -sure;
    for (const auto move : moves) {
        auto child = state;
        rules.play(child, move);
        int score = 0;
        if (const auto outcome = rules.outcome(child); games::is_over(outcome)) {
            score = outcome == games::Outcome::drawn ? 0 : outcome == games::won(mover) ? sure - 1 : 1 - sure;
        } else if (plies_left > 1) {
            score = minimax(rules, child, plies_left - 1);
            if (rules.to_move(child) != mover) score = -score;
            score -= score > 0 ? 1 : score < 0 ? -1 : 0;
        }
        best = std::max(best, score);
    }
    return best;
}

/// Returns the solver's result on the same scale as minimax().
template <class G>
int solved(const G& rules, const typename G::State& state, int max_plies) {
    games::Solver<G> solver(rules, plenty());
    const auto result = solver.solve(state, max_plies);
    REQUIRE(games::is_over(result.outcome));
    REQUIRE(result.move);
    CHECK(rules.legal(state, *result.move));
    if (result.outcome == games::Outcome::drawn) return 0;
    return result.outcome == games::won(rules.to_move(state)) ? sure - result.plies : result.plies - sure;
}

/// Compares `positions` positions of random games, each after `plies_played` plies. Games that are over by then are
/// skipped.
template <class G>
void compare(const G& rules, int plies_played, int max_plies, int positions, std::uint64_t seed) {
    games::Dice dice(seed);
    int wins = 0;
    int losses = 0;
    for (int compared = 0; compared < positions;) {
        auto state = rules.start();
        while (!games::is_over(rules.outcome(state)) && rules.plies(state) < plies_played) {
            typename G::Moves moves;
            rules.moves(state, moves);
            rules.play(state, moves[dice.below(moves.size())]);
        }
        if (games::is_over(rules.outcome(state))) continue;
        const int expected = minimax(rules, state, max_plies - rules.plies(state));
        CHECK(solved(rules, state, max_plies - rules.plies(state)) == expected);
        wins += expected > 0 ? 1 : 0;
        losses += expected < 0 ? 1 : 0;
        ++compared;
    }
    CHECK(wins > 0);
    CHECK(losses > 0);
}

games::Solution solve(std::string_view spec, const games::SolveLimits& limits = plenty()) {
    const auto parsed = games::parse_spec(spec);
    const auto solution = parsed.make_board(0)->solve(limits, static_cast<int>(parsed.values.get("max_plies")));
    REQUIRE(solution);
    return *solution;
}

}  // namespace

TEST_CASE("the solver and plain minimax find the same values") {
    games::magnetize::Config small;
    small.height = 3;
    small.width = 4;
    small.maglock = 1;
    small.max_plies = 12;  // the ply limit decides many of these games
    compare(games::magnetize::Magnetize<1>(small), 6, small.max_plies, 40, 1);
    compare(games::othello::Othello({}), 53, 128, 40, 2);
    compare(games::magnetic_cave::MagneticCave({}), 54, 64, 40, 3);
    games::fitz::Config board;
    board.height = board.width = 5;
    board.tiles = games::fitz::read_tiles({"builtin", std::string(games::fitz::builtin_text())});
    compare(games::fitz::Fitz<games::Bits<1>>(board), 1, 26, 10, 4);
}

TEST_CASE("small boards have the values in the documents") {
    struct Known {
        const char* spec;
        games::Outcome outcome;
        int plies;
    };
    using enum games::Outcome;
    constexpr Known all[] = {
        {"magnetize:height=2,width=2", drawn, 0},  {"magnetize:height=3,width=3", drawn, 0},
        {"magnetize:height=3,width=4", drawn, 0},  {"magnetize:height=4,width=4", drawn, 0},
        {"magnetize:height=2,width=6", drawn, 0},  {"fitz:height=3,width=3", first_won, 1},
        {"fitz:height=4,width=4", first_won, 3},   {"fitz:height=4,width=5", first_won, 3},
        {"fitz:height=5,width=5", first_won, 5},   {"fitz:height=5,width=6", first_won, 5},
        {"fitz:height=3,width=10", second_won, 6},
    };
    for (const Known& known : all) {
        CAPTURE(known.spec);
        const auto solution = solve(known.spec);
        CHECK(solution.outcome == known.outcome);
        CHECK(solution.plies == known.plies);
        CHECK(!solution.move.empty());
    }
}

TEST_CASE("a stopped solver reports how far it got, and a game with chance has no solver") {
    const auto parsed = games::parse_spec("magnetize");
    int asked = 0;
    const auto solution = parsed.make_board(0)->solve({1 << 20, [&] { return ++asked > 20; }}, 240);
    REQUIRE(solution);
    CHECK(solution->outcome == games::Outcome::ongoing);
    CHECK(solution->plies > 0);
    CHECK(solution->move.empty());
    CHECK(!games::parse_spec("cluster").make_board(0)->solve(plenty(), 40'000));
}

TEST_CASE("a solver reports each bound when it finds it, and its progress in between") {
    constexpr auto spec = "magnetize:height=3,width=6";
    auto limits = plenty();
    int told = 0;
    int told_again = 0;
    std::uint64_t last_nodes = 0;
    limits.progress = [&](int plies, std::uint64_t nodes) {
        if (plies == told) ++told_again;
        if (plies != told) CHECK(plies == told + 1);
        CHECK(nodes > last_nodes);
        told = plies;
        last_nodes = nodes;
    };
    const auto solution = solve(spec, limits);
    CHECK(told > 5);
    CHECK(told_again > 100);
    CHECK(solution.nodes < last_nodes + 2048);

    told = 0;
    last_nodes = 0;
    limits.stop = [&] { return told >= 5; };
    const auto stopped = solve(spec, limits);
    CHECK(stopped.outcome == games::Outcome::ongoing);
    CHECK(stopped.plies == told);
    CHECK(stopped.move.empty());
}

TEST_CASE("a solver that gives up the search for the move still reports the value") {
    for (const auto spec : {"magnetize:height=2,width=6", "fitz:height=5,width=6"}) {
        CAPTURE(spec);
        // A solver without room to store results repeats much of its search for the value when it searches for the
        // move.
        auto limits = plenty();
        limits.bytes = 1;
        int asked = 0;
        int patience = 0;  // 0: without limit
        limits.give_up = [&] { return ++asked == patience; };
        const auto whole = solve(spec, limits);
        CHECK(games::is_over(whole.outcome));
        CHECK(!whole.move.empty());
        const int questions = asked;
        REQUIRE(questions > 0);
        for (patience = 1; patience <= questions; ++patience) {
            asked = 0;
            const auto given_up = solve(spec, limits);
            CHECK(asked == patience);
            CHECK(given_up.outcome == whole.outcome);
            CHECK(given_up.plies == whole.plies);
            CHECK(given_up.move.empty());
            CHECK(given_up.nodes < whole.nodes);
        }
    }
}
