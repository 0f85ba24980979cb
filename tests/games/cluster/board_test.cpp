// Tests the hexagon of CLUSTER: the numbers in the rules, and the properties of boards of every size.
#include <doctest/doctest.h>

#include <array>
#include <vector>

#include "games/cluster/hexagon.hpp"
#include "games/cluster/rules.hpp"
#include "tests/games/cluster/pair.hpp"

namespace games_test {

namespace {

using games::cluster::Geometry;
using games::cluster::Seat;

std::array<int, 6> neighbours_of(const Geometry& geometry, int cell) {
    std::array<int, 6> all{};
    for (int direction = 0; direction < 6; ++direction)
        all[static_cast<std::size_t>(direction)] = geometry.neighbour(cell, direction);
    return all;
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

}  // namespace games_test
