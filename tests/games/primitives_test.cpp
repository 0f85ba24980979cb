// Tests what games are built from: the bitboard, against a plain array of booleans; moves, of which each has exactly
// one text; and dice.
#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "games/bits.hpp"
#include "games/cluster/wire.hpp"
#include "games/dice.hpp"
#include "games/fitz/wire.hpp"
#include "games/magnetic_cave/wire.hpp"
#include "games/magnetize/wire.hpp"
#include "games/othello/wire.hpp"
#include "tests/games/random.hpp"

namespace games_test {

namespace {

using Plain = std::vector<bool>;

template <int Words>
Plain plain(const games::Bits<Words>& bits) {
    Plain cells;
    for (const std::uint64_t word : bits.words) {
        for (int bit = 0; bit < 64; ++bit)
            cells.push_back((word >> bit & 1) != 0);
    }
    return cells;
}

template <int Words>
games::Bits<Words> random_bits(Random& random) {
    games::Bits<Words> bits;
    // Words are dense, sparse or zero, because both carries between words and empty words have to occur.
    for (auto& word : bits.words)
        word = random.percent(20) ? 0 : random.percent(50) ? random.bits() : random.bits() & random.bits();
    return bits;
}

Plain shifted(const Plain& cells, int up) {
    Plain moved(cells.size());
    for (int i = 0; i < static_cast<int>(cells.size()); ++i) {
        const int from = i - up;
        if (from >= 0 && from < static_cast<int>(cells.size())) {
            moved[static_cast<std::size_t>(i)] = cells[static_cast<std::size_t>(from)];
        }
    }
    return moved;
}

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

TEST_CASE_TEMPLATE("a set of cells shifts by every amount like an array of booleans", Set, games::Bits<1>,
                   games::Bits<2>, games::Bits<4>, games::Bits<16>) {
    Random random(1);
    constexpr int words = Set::capacity / 64;
    for (int round = 0; round < 4; ++round) {
        const Set bits = round == 0 ? ~Set{} : random_bits<words>(random);
        for (int n = 0; n < Set::capacity; ++n) {
            INFO("by " << n);
            REQUIRE(plain(bits << n) == shifted(plain(bits), n));
            REQUIRE(plain(bits >> n) == shifted(plain(bits), -n));
        }
    }
}

TEST_CASE_TEMPLATE("a set of cells joins, meets, differs and complements cell by cell", Set, games::Bits<1>,
                   games::Bits<2>, games::Bits<4>, games::Bits<64>) {
    Random random(2);
    constexpr int words = Set::capacity / 64;
    const Set a = random_bits<words>(random);
    const Set b = random_bits<words>(random);
    for (int cell = 0; cell < Set::capacity; ++cell) {
        REQUIRE((a & b).test(cell) == (a.test(cell) && b.test(cell)));
        REQUIRE((a | b).test(cell) == (a.test(cell) || b.test(cell)));
        REQUIRE((a ^ b).test(cell) == (a.test(cell) != b.test(cell)));
        REQUIRE((~a).test(cell) == !a.test(cell));
    }
}

TEST_CASE_TEMPLATE("a slice holds the 64 cells from any first cell, and nothing after the last cell", Set,
                   games::Bits<1>, games::Bits<2>, games::Bits<4>, games::Bits<64>) {
    Random random(10);
    for (const Set& bits : {~Set{}, random_bits<Set::capacity / 64>(random), random_bits<Set::capacity / 64>(random)}) {
        for (int first = 0; first < Set::capacity; ++first) {
            INFO("from " << first);
            const std::uint64_t slice = bits.slice(first);
            for (int i = 0; i < 64; ++i) {
                const bool expected = first + i < Set::capacity && bits.test(first + i);
                REQUIRE((slice >> i & 1) == (expected ? 1 : 0));
            }
        }
    }
}

TEST_CASE_TEMPLATE("single cells are set, tested, counted and found", Set, games::Bits<1>, games::Bits<2>,
                   games::Bits<4>, games::Bits<64>) {
    Set all;
    CHECK_FALSE(all.any());
    CHECK(all.count() == 0);
    for (int cell = Set::capacity - 1; cell >= 0; --cell) {
        const Set one = Set::single(cell);
        Plain expected(static_cast<std::size_t>(Set::capacity));
        expected[static_cast<std::size_t>(cell)] = true;
        REQUIRE(plain(one) == expected);
        REQUIRE(one.any());
        REQUIRE(one.count() == 1);
        REQUIRE(one.lowest() == cell);
        all.set(cell);
        REQUIRE(all.lowest() == cell);
        REQUIRE(all.count() == Set::capacity - cell);
        REQUIRE_FALSE(one == Set{});
    }
    CHECK(all == ~Set{});
}

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

// Tests the random generator of games with chance. Its numbers determine every match record, so they must never change.

TEST_CASE("the dice draw the published numbers of SplitMix64") {
    games::Dice dice(1234567);
    for (const std::uint64_t expected : {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                         4593380528125082431u, 16408922859458223821u}) {
        CHECK(dice.next() == expected);
    }
}

TEST_CASE("a bounded draw skips the numbers that would make some results likelier") {
    for (const std::uint64_t bound : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{6}, std::uint64_t{1} << 63,
                                      (std::uint64_t{1} << 63) + 1, ~std::uint64_t{0}, std::uint64_t{3} << 62}) {
        games::Dice dice(bound);
        games::Dice plain(bound);
        const std::uint64_t two_to_64_modulo_bound = (~std::uint64_t{0} % bound + 1) % bound;
        for (int i = 0; i < 1000; ++i) {
            std::uint64_t expected = plain.next();
            while (expected < two_to_64_modulo_bound)
                expected = plain.next();
            REQUIRE(dice.below(bound) == expected % bound);
        }
    }
}

TEST_CASE("each face of a die comes up about as often as the others") {
    games::Dice dice(42);
    std::vector<int> times(6);
    for (int i = 0; i < 60'000; ++i)
        ++times.at(static_cast<std::size_t>(dice.below(6)));
    // The standard deviation is 91.
    for (const int count : times)
        CHECK(count == doctest::Approx(10'000).epsilon(0.05));
}

}  // namespace games_test
