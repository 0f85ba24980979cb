// Othello's questions have the same answers with AVX2.
#include <doctest/doctest.h>

#include <bit>
#include <cstdint>

#include "games/othello/bitboard.hpp"
#include "games/othello/bitboard_avx2.hpp"
#include "tests/games/random.hpp"

namespace games_test {

#if defined(__x86_64__)
TEST_CASE("moves of Othello, and what they turn, are the same with AVX2") {
    if (!__builtin_cpu_supports("avx2")) return;
    Random random(77);
    for (int round = 0; round < 20'000; ++round) {
        // Any two sets of discs will do, legal positions or not.
        const std::uint64_t own = random.bits() & random.bits();
        std::uint64_t other = random.bits() & ~own;
        if (round % 2 == 0) other |= random.bits() & ~own;
        REQUIRE(games::othello::moves_of_avx2(own, other) == games::othello::moves_of(own, other));
        for (std::uint64_t empty = ~(own | other); empty != 0; empty &= empty - 1) {
            const int cell = std::countr_zero(empty);
            REQUIRE(games::othello::turned_by_avx2(cell, own, other) == games::othello::turned_by(cell, own, other));
        }
    }
}
#endif

}  // namespace games_test
