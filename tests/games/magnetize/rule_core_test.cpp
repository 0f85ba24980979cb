// Tests that each rule core of Magnetize, without the Board, keeps the laws of laws.hpp.
#include <doctest/doctest.h>

#include <vector>

#include "games/magnetize/rules.hpp"
#include "tests/games/laws.hpp"

namespace games_test {

namespace {

using games::magnetize::Config;
using games::magnetize::Magnetize;
using games::magnetize::Move;

static_assert(games::Rules<Magnetize<1>> && games::Rules<Magnetize<64>>);

/// Every value that a move can have.
std::vector<Move> all_magnetize_moves() {
    std::vector<Move> moves;
    for (int code = 0; code < 256; ++code)
        moves.push_back(Move{static_cast<std::uint8_t>(code)});
    return moves;
}

}  // namespace

TEST_CASE("the core of Magnetize keeps the laws of a rule core on boards of every class of size") {
    const auto universe = all_magnetize_moves();
    Random random(8);
    for (const auto& [height, width] : {std::pair{2, 2},
                                        {2, 3},
                                        {4, 5},
                                        {6, 7},
                                        {8, 8},
                                        {2, 32},
                                        {32, 2},
                                        {2, 33},
                                        {8, 16},
                                        {64, 2},
                                        {2, 64},
                                        {16, 16},
                                        {32, 32},
                                        {64, 64}}) {
        for (const int maglock : {1, 3, 1000}) {
            const Config config{height, width, 2, maglock, 60};
            games::magnetize::with_rules(config, [&](const auto& rules) {
                for (int i = 0; i < 3; ++i)
                    check_rule_core(rules, universe, random);
            });
        }
    }
}

TEST_CASE("a board uses the fewest words that hold it") {
    const auto words = [](int height, int width) {
        return games::magnetize::with_rules(Config{height, width, 2, 1, 10}, [](const auto& rules) {
            return static_cast<int>(rules.all_cells().words.size());
        });
    };
    CHECK(words(2, 2) == 1);
    CHECK(words(8, 8) == 1);
    CHECK(words(5, 13) == 4);
    CHECK(words(8, 16) == 4);
    CHECK(words(3, 43) == 4);
    CHECK(words(16, 16) == 4);
    CHECK(words(17, 17) == 64);
    CHECK(words(32, 32) == 64);
    CHECK(words(25, 41) == 64);
    CHECK(words(64, 64) == 64);
}

}  // namespace games_test
