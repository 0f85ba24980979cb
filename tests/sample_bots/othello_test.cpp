// Tests Othello's endgame solver and learned evaluation.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "games/dice.hpp"
#include "games/othello/rules.hpp"
#include "sample_bots/othello/endgame.hpp"
#include "sample_bots/othello/patterns.hpp"
#include "sample_bots/playout.hpp"

namespace {

using games::othello::Othello;
using sample_bots::othello::EndgameClock;
using sample_bots::othello::EndgameTable;

Othello::State random_position(const Othello& rules, games::Dice& dice, int empty) {
    for (;;) {
        Othello::State state = rules.start();
        while (!games::is_over(state.outcome) &&
               (state.open == 0 || 64 - std::popcount(state.own | state.other) > empty))
            rules.play(state, sample_bots::random_move(rules, state, dice));
        if (!games::is_over(state.outcome)) return state;
    }
}

/// The lead of the side to move with best play, found by brute force.
int lead_by_brute_force(const Othello& rules, const Othello::State& state) {
    if (games::is_over(state.outcome)) {
        const int own = std::popcount(state.own);
        const int other = std::popcount(state.other);
        return own > other ? 64 - 2 * other : own < other ? 2 * own - 64 : 0;
    }
    Othello::Moves moves;
    rules.moves(state, moves);
    int best = -100;
    for (const auto move : moves) {
        Othello::State after = state;
        rules.play(after, move);
        best = std::max(best, -lead_by_brute_force(rules, after));
    }
    return best;
}

const sample_bots::othello::PatternEvaluation& evaluation() {
    static const sample_bots::othello::PatternEvaluation value;
    return value;
}

EndgameClock no_clock() {
    return EndgameClock([](std::uint64_t) { return false; });
}

}  // namespace

TEST_CASE("the solver agrees with brute force, with and without AVX2") {
    const Othello rules({});
    games::Dice dice(3);
    for (int round = 0; round < 120; ++round) {
        const auto state = random_position(rules, dice, 1 + round % 9);
        const int lead = lead_by_brute_force(rules, state);
        for (const bool fast : {true, false}) {
            EndgameTable table(10);
            const auto solved = sample_bots::othello::solve_endgame(evaluation(), state.own, state.other, -64, 64,
                                                                    table, no_clock(), fast);
            CHECK(solved.complete);
            REQUIRE(solved.lead == lead);
            Othello::State after = state;
            REQUIRE(rules.legal(state, games::othello::Move::place(solved.cell)));
            rules.play(after, games::othello::Move::place(solved.cell));
            REQUIRE(-lead_by_brute_force(rules, after) == lead);
        }
    }
}

TEST_CASE("the solver respects its window, and both of its builds agree on longer endgames") {
    const Othello rules({});
    games::Dice dice(4);
    for (int round = 0; round < 12; ++round) {
        const auto state = random_position(rules, dice, 13);
        EndgameTable table(16);
        EndgameTable other_table(16);
        const auto solve = [&](int alpha, int beta, bool fast) {
            return sample_bots::othello::solve_endgame(evaluation(), state.own, state.other, alpha, beta,
                                                       fast ? table : other_table, no_clock(), fast)
                .lead;
        };
        const int lead = solve(-64, 64, true);
        CHECK(solve(-64, 64, false) == lead);
        EndgameTable fresh(16);
        const int winner =
            sample_bots::othello::solve_endgame(evaluation(), state.own, state.other, -1, 1, fresh, no_clock(), true)
                .lead;
        CHECK((winner > 0) == (lead > 0));
        CHECK((winner < 0) == (lead < 0));
    }
}

TEST_CASE("the solver stops when its clock says so") {
    const Othello rules({});
    games::Dice dice(5);
    const auto state = random_position(rules, dice, 30);
    EndgameTable table(16);
    const auto solved =
        sample_bots::othello::solve_endgame(evaluation(), state.own, state.other, -64, 64, table,
                                            EndgameClock([](std::uint64_t nodes) { return nodes > 10'000; }));
    CHECK_FALSE(solved.complete);
}

TEST_CASE("the evaluation does not change when the board is mirrored or transposed") {
    using namespace sample_bots::othello;
    const auto mirrored = [](std::uint64_t cells) {
        std::uint64_t result = 0;
        for (int cell = 0; cell < 64; ++cell)
            if ((cells >> cell & 1) != 0) result |= std::uint64_t{1} << (cell ^ 7);
        return result;
    };
    const auto transposed = [](std::uint64_t cells) {
        std::uint64_t result = 0;
        for (int cell = 0; cell < 64; ++cell)
            if ((cells >> cell & 1) != 0) result |= std::uint64_t{1} << (cell % 8 * 8 + cell / 8);
        return result;
    };
    // All weights differ, except those that are equal by symmetry.
    const auto first = representatives();
    std::vector<std::int8_t> weights(static_cast<std::size_t>(stages * weights_of_stage));
    games::Dice dice(6);
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const std::size_t like = i - i % first.size() + first[i % first.size()];
        weights[i] = like < i ? weights[like] : static_cast<std::int8_t>(dice.next());
    }
    const PatternEvaluation evaluate(weights);
    const Othello rules({});
    for (int round = 0; round < 50; ++round) {
        const auto state = random_position(rules, dice, 4 + round);
        const int score = evaluate(state.own, state.other, 3, 4);
        CHECK(evaluate(mirrored(state.own), mirrored(state.other), 3, 4) == score);
        CHECK(evaluate(transposed(state.own), transposed(state.other), 3, 4) == score);
        CHECK(evaluate(state.other, state.own, 3, 4) != score);
    }
}

TEST_CASE("the learned weights are complete, and symmetric ones are equal") {
    using namespace sample_bots::othello;
    const auto weights = sample_bots::othello_weights();
    const auto first = representatives();
    REQUIRE(weights.size() == static_cast<std::size_t>(stages * weights_of_stage));
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < weights.size(); ++i)
        wrong += weights[i] == weights[i - i % first.size() + first[i % first.size()]] ? 0U : 1U;
    CHECK(wrong == 0);
}
