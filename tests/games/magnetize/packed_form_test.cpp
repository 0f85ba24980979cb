// Tests the packed form of a Magnetize board, which has two bits per cell.
#include <doctest/doctest.h>

#include <vector>

#include "games/magnetize/wire.hpp"
#include "tests/games/random.hpp"
#include "tests/reference/magnetize.hpp"

namespace games_test {

namespace {

using games::magnetize::Config;
using games::magnetize::Magnetize;
using games::magnetize::pack;
using games::magnetize::unpack;
using Packed = std::vector<std::uint32_t>;

Config board_of(int height, int width) {
    return Config{height, width, 2, 2, 100};
}

Packed played(const Magnetize<1>& rules, const std::vector<int>& columns) {
    auto state = rules.start();
    for (const int column : columns)
        rules.play(state, games::magnetize::Move::drop(column));
    return pack(rules, state);
}

/// Packs a random board, compares it with the reference, and unpacks it again.
template <int Words>
void check_round_trip(const Magnetize<Words>& rules, Random& random) {
    const Config& config = rules.config();
    typename Magnetize<Words>::State state;
    reference::Magnetize plain({config.height, config.width, 2, 2, 100});
    for (int cell = 0; cell < config.height * config.width; ++cell) {
        const int content = random.below(3);
        if (content == 2) continue;
        state.pieces[static_cast<std::size_t>(content)].set(cell);
        plain.board[static_cast<std::size_t>(cell / config.width)][static_cast<std::size_t>(cell % config.width)] =
            content == 0 ? '*' : 'o';
    }
    const Packed packed = pack(rules, state);
    REQUIRE(packed == plain.packed());
    const auto pieces = unpack(rules, packed);
    REQUIRE(pieces.has_value());
    REQUIRE(*pieces == state.pieces);
}

}  // namespace

TEST_CASE("known boards have known packed words") {
    const Magnetize<1> four_by_five(board_of(4, 5));
    CHECK(pack(four_by_five, four_by_five.start()) == Packed{0, 0});
    // Black's piece is in cell 15, the last cell of the first word. White's piece is in cell 16, the first cell of the
    // second word.
    CHECK(played(four_by_five, {0}) == Packed{0x4000'0000, 0});
    CHECK(played(four_by_five, {0, 1}) == Packed{0x4000'0000, 2});
    CHECK(played(four_by_five, {4, 0, 4}) == Packed{0x9000'0000, 0x40});
    const Magnetize<1> two_by_two(board_of(2, 2));
    CHECK(played(two_by_two, {0, 1}) == Packed{0b10'01'00'00});
    CHECK(played(two_by_two, {0, 0, 1}) == Packed{0b01'01'00'10});
    const Magnetize<1> four_by_four(board_of(4, 4));
    CHECK(played(four_by_four, {0, 3}) == Packed{0x8100'0000});
}

TEST_CASE("random boards of every size class survive packing and unpacking") {
    Random random(3);
    for (int round = 0; round < 300; ++round) {
        const int most = random.one_of(std::vector<int>{5, 8, 11, 16, 32, 64});
        const Config config = board_of(random.between(2, most), random.between(2, most));
        INFO(config.height << " x " << config.width);
        games::magnetize::with_rules(config, [&](const auto& rules) { check_round_trip(rules, random); });
    }
}

TEST_CASE("packed words that are not a valid board are refused") {
    const Magnetize<1> rules(board_of(4, 5));
    REQUIRE(unpack(rules, {0, 0}).has_value());
    CHECK_FALSE(unpack(rules, {}).has_value());
    CHECK_FALSE(unpack(rules, {0}).has_value());
    CHECK_FALSE(unpack(rules, {0, 0, 0}).has_value());
    for (int cell = 0; cell < 32; ++cell) {
        INFO("cell " << cell);
        const auto word = [&](std::uint32_t value, int place) {
            return cell / 16 == place ? value << (cell % 16 * 2) : 0u;
        };
        CHECK(unpack(rules, {word(1, 0), word(1, 1)}).has_value() == (cell < 20));
        CHECK(unpack(rules, {word(2, 0), word(2, 1)}).has_value() == (cell < 20));
        CHECK_FALSE(unpack(rules, {word(3, 0), word(3, 1)}).has_value());
    }
}

}  // namespace games_test
