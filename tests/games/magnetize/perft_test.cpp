// Compares the core's perft counts with those of the slow reference, and with known values that must never change.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "games/magnetize/rules.hpp"
#include "games/perft.hpp"
#include "tests/games/magnetize/pair.hpp"
#include "tests/games/random.hpp"
#include "tests/games/share.hpp"

namespace games_test {

namespace {

std::uint64_t core_perft(const reference::Settings& s, int depth) {
    return games::magnetize::with_rules({s.height, s.width, s.square, s.maglock, s.max_plies},
                                        [&](const auto& rules) { return games::perft(rules, rules.start(), depth); });
}

struct Known {
    reference::Settings settings;
    std::vector<std::uint64_t> paths;  ///< for depth 0, 1, 2, ...
};

const std::vector<Known> known_numbers = {
    // height, width, square, maglock, max_plies
    {{6, 7, 2, 2, 168}, {1, 8, 64, 512, 4096, 32768, 261856, 2089705}},
    {{4, 5, 2, 2, 80}, {1, 6, 36, 216, 1296, 7771, 46369, 274819, 1597635}},
    {{2, 2, 2, 1, 16}, {1, 3, 9, 25, 64, 139, 262, 449, 712, 1067, 1526, 2105, 2816, 3675, 4694, 5889, 7272}},
    {{3, 3, 2, 1, 36}, {1, 4, 16, 64, 253, 980, 3680, 13018, 43730, 135369, 387466}},
    {{3, 3, 3, 2, 36}, {1, 4, 16, 64, 253, 980, 3674, 13221, 45186, 145449, 434728}},
    {{4, 4, 3, 3, 64}, {1, 5, 25, 125, 625, 3121, 15534, 76837, 376536}},
    {{8, 8, 2, 2, 256}, {1, 9, 81, 729, 6561, 59049, 531063}},
    {{2, 33, 2, 1, 264}, {1, 34, 1156, 39271, 1331979}},
    {{5, 13, 2, 1, 260}, {1, 14, 196, 2744, 38416, 537824}},
    {{2, 64, 2, 2, 512}, {1, 65, 4225, 274561}},
    {{64, 64, 2, 2, 16384}, {1, 65, 4225, 274625}},
};

}  // namespace

TEST_CASE("the numbers of move paths are those that the reference has found") {
    for (const Known& known : known_numbers) {
        for (std::size_t depth = 0; depth < known.paths.size(); ++depth) {
            INFO(spec_of(known.settings) << " depth " << depth);
            CHECK(core_perft(known.settings, static_cast<int>(depth)) == known.paths[depth]);
        }
    }
}

TEST_CASE("core and reference count the same move paths on many settings") {
    Random random(9);
    for (int round = 0; round < 120 / games_test_share() + 4; ++round) {
        const int height = random.between(2, random.percent(80) ? 5 : 20);
        const int width = random.between(2, random.percent(80) ? 4 : 20);
        const int square = random.between(2, std::min({height, width, 4}));
        const reference::Settings settings{height, width, square, random.between(1, 4), random.between(2, 60)};
        int depth = 0;
        for (std::uint64_t paths = 1; paths < 3'000; paths *= static_cast<std::uint64_t>(width) + 1)
            ++depth;
        INFO(spec_of(settings) << " depth " << depth);
        CHECK(core_perft(settings, depth) == reference::perft(reference::Magnetize(settings), depth));
    }
}

}  // namespace games_test
