// Tests that Othello's functions return the same results with and without AVX2.
#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <iterator>

#include "games/game.hpp"
#include "games/othello/bitboard.hpp"
#include "games/othello/rules.hpp"
#include "tests/games/random.hpp"

namespace games_test {

#if defined(__x86_64__)
TEST_CASE("moves of Othello, and the discs that they turn, are the same with AVX2") {
    if (!__builtin_cpu_supports("avx2")) return;
    Random random(77);
    for (int round = 0; round < 20'000; ++round) {
        // The functions accept any two disjoint sets of discs. The position need not be legal.
        const std::uint64_t own = random.bits() & random.bits();
        std::uint64_t other = random.bits() & ~own;
        if (round % 2 == 0) other |= random.bits() & ~own;
        REQUIRE(games::othello::moves_of_avx2(own, other) == games::othello::moves_of(own, other));
        for (std::uint64_t empty = ~(own | other); empty != 0; empty &= empty - 1) {
            const int cell = std::countr_zero(empty);
            REQUIRE(games::othello::turned_by_avx2(cell, own, other) == games::othello::turned_by(cell, own, other));
            REQUIRE(games::othello::placed_avx2(cell, own, other) == games::othello::placed(cell, own, other));
        }
    }
}
#endif

TEST_CASE("a move of Othello leads to the same position as in the code for processors without AVX2") {
    using games::othello::Othello;
    const Othello rules({});
    Random random(78);
    for (int game = 0; game < 500; ++game) {
        for (auto state = rules.start(); !games::is_over(rules.outcome(state));) {
            Othello::Moves moves;
            rules.moves(state, moves);
            const auto move = *std::next(moves.begin(), random.below(static_cast<int>(moves.size())));
            auto plain = games::othello::Placed{state.other, state.own, 0};
            plain.open = games::othello::moves_of(plain.own, plain.other);
            if (!move.is_pass()) plain = games::othello::placed(move.cell(), state.own, state.other);
            rules.play(state, move);
            REQUIRE(games::othello::Placed{state.own, state.other, state.open} == plain);
        }
    }
}

}  // namespace games_test
