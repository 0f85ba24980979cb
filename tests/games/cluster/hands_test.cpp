// Tests the hands that a seed draws in CLUSTER, and the settings.
#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "games/spec.hpp"
#include "games/user_error.hpp"

namespace games_test {

namespace {

using games::Verdict;

std::unique_ptr<games::Board> board_of(const std::string& spec, std::uint64_t seed) {
    return games::parse_spec(spec).make_board(seed);
}

std::string error_of(const std::string& spec) {
    try {
        games::parse_spec(spec);
    } catch (const games::UserError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("CLUSTER: the seed determines the hands according to the rules") {
    for (const std::uint64_t seed : {0u, 1u, 2u, 3u, 4000000000u}) {
        const auto board = board_of("cluster:side=3,connect=5", seed);
        std::uint64_t state = seed;
        const auto even = [&state] {
            state += 0x9e3779b97f4a7c15u;
            std::uint64_t z = state;
            z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
            z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
            return ((z ^ (z >> 31)) & 1) == 0;
        };
        std::vector<int> bag = {4, 4, 4, 4};
        while (!games::is_over(board->outcome())) {
            const int low = games::index(board->to_move());
            std::vector<int> hand;
            for (int i = 0; i < 2; ++i) {
                auto& lower = bag[static_cast<std::size_t>(low)];
                auto& higher = bag[static_cast<std::size_t>(low + 2)];
                if (lower + higher == 0) break;
                const bool takes_lower = lower > 0 && (higher == 0 || even());
                --(takes_lower ? lower : higher);
                hand.push_back(takes_lower ? low : low + 2);
            }
            REQUIRE(board->hand() == hand);
            REQUIRE(board->play("ROTATE 1") == Verdict::played);
        }
        CHECK(board->plies() == 8);
        CHECK(board->reason() == "out of pellets");
        CHECK(board->hand() == std::vector<int>{});
    }
}

TEST_CASE("CLUSTER: the first draw has either colour equally often, and hands do not depend on the moves") {
    std::vector<int> first(4);
    std::vector<int> second(4);
    for (std::uint64_t seed = 0; seed < 4000; ++seed) {
        const auto hand = board_of("cluster:side=3", seed)->hand().value();
        REQUIRE(hand.size() == 2);
        ++first.at(static_cast<std::size_t>(hand[0]));
        ++second.at(static_cast<std::size_t>(hand[1]));
    }
    // The standard deviation is 32.
    for (const auto& counts : {first, second}) {
        CHECK(counts[0] + counts[2] == 4000);
        CHECK(counts[0] == doctest::Approx(2000).epsilon(0.07));
    }
}

TEST_CASE("CLUSTER: settings have ranges, and a run that does not fit on the board is refused") {
    CHECK(to_string(games::parse_spec("cluster")) == "cluster:side=6,connect=4,max_plies=40000");
    CHECK(to_string(games::parse_spec("cluster:connect=5,side=3")) == "cluster:side=3,connect=5,max_plies=40000");
    CHECK(error_of("cluster:side=32,connect=63") == "");
    CHECK(error_of("cluster:connect=11") == "");
    CHECK(error_of("cluster:connect=12").find("connect=12 does not fit on a board of side 6: it goes from 2 to 11") !=
          std::string::npos);
    CHECK(error_of("cluster:side=3,connect=6").find("from 2 to 5") != std::string::npos);
    CHECK(error_of("cluster:side=2").find("from 3 to 32") != std::string::npos);
    CHECK(error_of("cluster:side=33").find("from 3 to 32") != std::string::npos);
    CHECK(error_of("cluster:connect=1").find("from 2 to 63") != std::string::npos);
    CHECK(error_of("cluster:max_plies=0").find("from 1 to 100000") != std::string::npos);
}

}  // namespace games_test
