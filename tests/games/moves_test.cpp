// Tests that every move of every game has exactly one text: the text that was read is also the text that is written.
#include <doctest/doctest.h>

#include <string>

#include "games/cluster/wire.hpp"
#include "games/fitz/wire.hpp"
#include "games/magnetic_cave/wire.hpp"
#include "games/magnetize/wire.hpp"
#include "games/othello/wire.hpp"

namespace games_test {

namespace {

/// Checks that a text is read as this move, and that the move is written as this text.
template <class Rules, class Move>
void check_text(const Rules& rules, const std::string& text, const Move& move) {
    INFO("'" << text << "'");
    const auto read = read_move(rules, text);
    REQUIRE(read.has_value());
    CHECK(*read == move);
    std::string written = "before ";
    write_move(rules, move, written);
    CHECK(written == "before " + text);
}

/// Checks that exactly 64 texts of two bytes are moves: the cells of a board with 8 columns, the first of which has the
/// letter `first_column`. `cell_of(column, row)` returns the move of a cell.
template <class Rules, class CellOf>
void check_cells(const Rules& rules, char first_column, CellOf cell_of) {
    int readable = 0;
    for (int first = 0; first < 256; ++first) {
        for (int second = 0; second < 256; ++second) {
            const std::string text = {static_cast<char>(first), static_cast<char>(second)};
            if (!read_move(rules, text)) continue;
            ++readable;
            check_text(rules, text, cell_of(first - first_column, second - '1'));
        }
    }
    CHECK(readable == 64);
}

}  // namespace

TEST_CASE("the moves of Magnetize are read and written word for word") {
    using games::magnetize::Move;
    const games::magnetize::Magnetize<1> rules({});
    for (int column = 0; column < 64; ++column)
        check_text(rules, "DROP " + std::to_string(column), Move::drop(column));
    check_text(rules, "MAGNET", Move::magnet());
}

TEST_CASE("the moves of CLUSTER are read and written word for word") {
    using games::cluster::Move;
    const games::cluster::Cluster<6> rules({});
    for (int column = 0; column < 63; ++column) {
        for (int colour = 0; colour < 4; ++colour)
            check_text(rules, "PLACE " + std::to_string(column) + " " + std::to_string(colour),
                       Move::place(column, colour));
    }
    for (int cycles = 1; cycles <= 5; ++cycles)
        check_text(rules, "ROTATE " + std::to_string(cycles), Move::rotate(cycles));
}

TEST_CASE("the moves of Othello are read and written word for word") {
    using games::othello::Move;
    const games::othello::Othello rules({});
    check_cells(rules, 'a', [](int column, int row) { return Move::place(row * 8 + column); });
    check_text(rules, "PASS", Move::pass());
}

TEST_CASE("the moves of Magnetic Cave are read and written word for word") {
    check_cells(games::magnetic_cave::MagneticCave({}), 'A', [](int column, int row) {
        return games::magnetic_cave::Move{static_cast<std::uint8_t>((7 - row) * 8 + column)};
    });
}

TEST_CASE("the moves of fitz are read and written word for word") {
    games::fitz::Config config;
    config.tiles = {{{1}}};
    const games::fitz::Fitz<games::Bits<2>> rules(config);
    for (const int row : {-2, -1, 0, 5, 999, 1000}) {
        for (const int column : {-2, 0, 77, 1000}) {
            for (const int turns : {0, 1, 2, 3}) {
                const games::fitz::Move move{static_cast<std::int16_t>(row), static_cast<std::int16_t>(column),
                                             static_cast<std::uint8_t>(turns)};
                check_text(rules, std::to_string(row) + " " + std::to_string(column) + " " + std::to_string(90 * turns),
                           move);
            }
        }
    }
}

}  // namespace games_test
