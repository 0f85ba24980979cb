// Compares the bitboard of the rule cores with a plain array of booleans.
#include <doctest/doctest.h>

#include <vector>

#include "games/bits.hpp"
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

}  // namespace games_test
