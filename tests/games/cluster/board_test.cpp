// Tests the hexagon of CLUSTER, the hands that a seed draws, and the settings.
#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "games/cluster/hexagon.hpp"
#include "games/cluster/rules.hpp"
#include "games/spec.hpp"
#include "games/user_error.hpp"
#include "tests/games/cluster/pair.hpp"
#include "tests/messages.hpp"

namespace games_test {

namespace {

using games::Verdict;
using games::cluster::Geometry;
using games::cluster::Seat;

std::array<int, 6> neighbours_of(const Geometry& geometry, int cell) {
    std::array<int, 6> all{};
    for (int direction = 0; direction < 6; ++direction)
        all[static_cast<std::size_t>(direction)] = geometry.neighbour(cell, direction);
    return all;
}

std::unique_ptr<games::Board> board_of(const std::string& spec, std::uint64_t seed) {
    return games::parse_spec(spec).make_board(seed);
}

}  // namespace

TEST_CASE("CLUSTER: cells, neighbours and tops of a board of side 4 have the numbers of the original") {
    const Geometry geometry(4);
    CHECK(geometry.cells() == 37);
    CHECK(geometry.columns() == 7);
    CHECK(neighbours_of(geometry, 0) == std::array{1, 2, 3, 4, 5, 6});
    CHECK(neighbours_of(geometry, 1) == std::array{7, 8, 2, 0, 6, 9});
    CHECK(neighbours_of(geometry, 36) == std::array{-1, 23, 18, 35, -1, -1});
    for (int column = 0; column < 7; ++column)
        CHECK(geometry.top(0, column) == 27 + column);
}

TEST_CASE("CLUSTER: sizes follow from the side") {
    using games::cluster::bag_size;
    using games::cluster::cell_count;
    CHECK(cell_count(3) == 19);
    CHECK(cell_count(6) == 91);
    CHECK(cell_count(32) == 2977);
    CHECK(bag_size(3) == 4);
    CHECK(bag_size(4) == 8);
    CHECK(bag_size(6) == 20);
    CHECK(bag_size(32) == 744);
    for (int side = 3; side <= 32; ++side) {
        CHECK(Geometry(side).cells() == cell_count(side));
        CHECK(4 * bag_size(side) < cell_count(side));
        CHECK(bag_size(side) % 4 == 0);
        CHECK(4 * bag_size(side) + 16 > cell_count(side));
    }
}

TEST_CASE("CLUSTER: under each gravity the columns contain every cell once, each from its top to its end") {
    for (int side = 3; side <= 32; ++side) {
        const Geometry geometry(side);
        for (int gravity = 0; gravity < 6; ++gravity) {
            std::vector<int> visits(static_cast<std::size_t>(geometry.cells()));
            for (int column = 0; column < geometry.columns(); ++column) {
                int cell = geometry.top(gravity, column);
                REQUIRE(geometry.neighbour(cell, (gravity + 3) % 6) == -1);
                for (; cell != -1; cell = geometry.neighbour(cell, gravity)) {
                    REQUIRE(geometry.seat(gravity, cell).column == column);
                    ++visits[static_cast<std::size_t>(cell)];
                }
            }
            for (const int count : visits)
                REQUIRE(count == 1);
        }
    }
}

TEST_CASE("CLUSTER: neighbours lie in the same directions on every board, and seats turn with gravity") {
    for (const int side : {3, 4, 5, 6, 17, 32}) {
        const Geometry geometry(side);
        for (int cell = 0; cell < geometry.cells(); ++cell) {
            for (int direction = 0; direction < 6; ++direction) {
                const int next = geometry.neighbour(cell, direction);
                if (next != -1) REQUIRE(geometry.neighbour(next, (direction + 3) % 6) == cell);
            }
            for (int gravity = 0; gravity < 6; ++gravity) {
                const Seat seat = geometry.seat(gravity, cell);
                REQUIRE(geometry.cell(gravity, seat) == cell);
                const int below = geometry.neighbour(cell, gravity);
                if (below != -1) REQUIRE(geometry.seat(gravity, below) == Seat{seat.column, seat.level - 1});
                const int right = geometry.neighbour(cell, (gravity + 5) % 6);
                if (right != -1) REQUIRE(geometry.seat(gravity, right) == Seat{seat.column + 1, seat.level});
            }
        }
    }
}

TEST_CASE("CLUSTER: the setup blocks of every size are those of the reference") {
    for (int side = 3; side <= 32; ++side) {
        INFO("side " << side);
        CHECK(ClusterPair({side, 3, 100}, 1).difference_of_setup_blocks() == "");
    }
}

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
    const std::pair<const char*, const char*> table[] = {
        {"side=32,connect=63", "(no error)"},
        {"connect=11", "(no error)"},
        {"connect=12", "connect=12 does not fit on a board of side 6: it goes from 2 to 11"},
        {"side=3,connect=6", "from 2 to 5"},
        {"side=2", "from 3 to 32"},
        {"side=33", "from 3 to 32"},
        {"connect=1", "from 2 to 63"},
        {"max_plies=0", "from 1 to 100000"}};
    for (const auto& [settings, said] : table) {
        const std::string spec = std::string("cluster:") + settings;
        CHECK(contains(error_of([&] { return games::parse_spec(spec); }), said));
    }
}

}  // namespace games_test
