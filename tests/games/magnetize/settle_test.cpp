// Compares the core with the slow reference in settling and finding squares, on any board, reachable or not.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>
#include <type_traits>
#include <vector>

#include "games/magnetize/wire.hpp"
#include "tests/games/random.hpp"
#include "tests/games/share.hpp"
#include "tests/reference/magnetize.hpp"

namespace games_test {

namespace {

using games::magnetize::Config;
using games::magnetize::Magnetize;
using Rows = std::vector<std::string>;

template <int Words>
Rows rows_of(const Magnetize<Words>& rules, const typename Magnetize<Words>::State& state) {
    Rows rows;
    for (int row = 0; row < rules.config().height; ++row)
        write_row(rules, state, row, rows.emplace_back());
    return rows;
}

template <int Words>
typename Magnetize<Words>::State state_of(const reference::Magnetize& game) {
    typename Magnetize<Words>::State state;
    int cell = 0;
    for (const std::string& row : game.board) {
        for (const char piece : row) {
            if (piece != reference::empty) state.pieces[piece == '*' ? 0 : 1].set(cell);
            ++cell;
        }
    }
    state.locks = {static_cast<std::uint16_t>(game.locks[0]), static_cast<std::uint16_t>(game.locks[1])};
    return state;
}

/// Returns the core's board after it has settled with these locks. The pieces of `first` slide first. Requires: the
/// board has at most 64 cells.
Rows settled(const Rows& board, std::array<int, 2> locks, games::Side first) {
    reference::Magnetize game({static_cast<int>(board.size()), static_cast<int>(board[0].size()), 2, 1, 100});
    game.board = board;
    game.locks = locks;
    const Magnetize<1> rules(Config{game.settings.height, game.settings.width, 2, 1, 100});
    auto state = state_of<1>(game);
    rules.settle(state, first);
    game.settle(games::index(first));
    CHECK(game.board == rows_of(rules, state));
    return rows_of(rules, state);
}

reference::Magnetize random_board(Random& random) {
    const int most = random.percent(90) ? 8 : random.percent(80) ? 16 : 64;
    const int height = random.between(2, most);
    const int width = random.between(2, most);
    const int square = random.between(2, std::min({height, width, random.percent(80) ? 3 : 64}));
    reference::Magnetize game({height, width, square, 1, 100});
    const int filled = random.between(5, 95);
    const int black_share = random.percent(70) ? 50 : random.between(0, 100);
    for (std::string& row : game.board) {
        for (char& cell : row) {
            if (random.percent(filled)) cell = random.percent(black_share) ? '*' : 'o';
        }
    }
    game.locks = {random.below(2), random.below(2)};
    return game;
}

}  // namespace

TEST_CASE("with both magnets on, the side that slides first takes the gap") {
    const Rows between = {".....", "o...*"};
    CHECK(settled(between, {1, 1}, games::Side::first) == Rows{".....", "o*..."});
    CHECK(settled(between, {1, 1}, games::Side::second) == Rows{".....", "...o*"});
}

TEST_CASE("a magnet whose colour does not slide first still slides") {
    CHECK(settled({"....", ".*.."}, {1, 0}, games::Side::second) == Rows{"....", "*..."});
    CHECK(settled({"....", ".o.."}, {0, 1}, games::Side::first) == Rows{"....", "...o"});
}

TEST_CASE("without magnets everything falls and nothing slides") {
    CHECK(settled({"*.o", "...", ".*.", "o.."}, {0, 0}, games::Side::first) == Rows{"...", "...", "*..", "o*o"});
}

TEST_CASE("pieces of a magnet that is on hang in the air and support other pieces") {
    CHECK(settled({".o", "..", "*.", ".."}, {1, 0}, games::Side::first) == Rows{"..", "..", "*.", ".o"});
    CHECK(settled({"o.", "..", "*.", ".."}, {1, 0}, games::Side::first) == Rows{"..", "o.", "*.", ".."});
}

TEST_CASE("a slide frees pieces above, whose fall frees the next slide") {
    // White's lower piece slides away, so Black's piece falls into its cell. Then White's upper piece can slide along
    // row 0.
    CHECK(settled({"o*.", ".o.", "..."}, {0, 1}, games::Side::second) == Rows{"..o", "..o", ".*."});
    CHECK(settled({"*o*", "o*.", "*o."}, {0, 1}, games::Side::second) == Rows{"..o", "*o*", "**o"});
}

TEST_CASE("any board settles as in the reference, whichever magnets are on and whichever side is first") {
    Random random(4);
    int order_mattered = 0;
    int cascades = 0;
    const int boards = 60'000 / games_test_share();
    for (int round = 0; round < boards; ++round) {
        reference::Magnetize game = random_board(random);
        const int first = random.below(2);
        games::magnetize::with_rules(
            Config{game.settings.height, game.settings.width, game.settings.square, 1, 100}, [&](const auto& rules) {
                auto state = state_of<std::decay_t<decltype(rules)>::Cells::capacity / 64>(game);
                INFO("board " << round << ", first " << first << ": " << game.frame());
                for (const int player : {reference::black, reference::white}) {
                    const auto& pieces = state.pieces[static_cast<std::size_t>(player)];
                    REQUIRE(rules.has_square(pieces) == game.has_square(player));
                }
                reference::Magnetize other_order = game;
                other_order.settle(1 - first);
                if (game.settle(first) >= 2) ++cascades;
                if (game.board != other_order.board) ++order_mattered;
                rules.settle(state, games::side_of(first));
                REQUIRE(rows_of(rules, state) == game.board);
            });
    }
    CHECK(order_mattered > boards / 20);
    CHECK(cascades > boards / 20);
}

}  // namespace games_test
