// Tests the rule core of fitz without the Board: its laws, whether its two kinds of boards agree, and the cost of its
// search.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "games/fitz/rules.hpp"
#include "games/fitz/tiles.hpp"
#include "games/perft.hpp"
#include "tests/games/fitz/pair.hpp"
#include "tests/games/laws.hpp"
#include "tests/games/share.hpp"

namespace games_test {

namespace {

using games::Bits;
using games::fitz::Config;
using games::fitz::Fitz;
using games::fitz::LargeCells;
using games::fitz::Move;

static_assert(games::Rules<Fitz<Bits<1>>> && games::Rules<Fitz<Bits<64>>> && games::Rules<Fitz<LargeCells>>);
static_assert(std::is_trivially_default_constructible_v<Move>);
static_assert(sizeof(Fitz<Bits<2>>::State) <= 48, "a 10 x 10 position is small");

Config random_config(int height, int width, Random& random) {
    return {
        height, width, games::fitz::read_tiles({"random", tile_file(random_tiles(random))}), {}, height * width + 1};
}

/// Returns every move that can exist on a board of this size, and some moves that can't.
std::vector<Move> all_fitz_moves(int height, int width) {
    std::vector<Move> moves;
    for (int row = -4; row <= height + 3; ++row) {
        for (int column = -4; column <= width + 3; ++column) {
            for (int turns = 0; turns <= 4; ++turns) {
                moves.push_back({static_cast<std::int16_t>(row), static_cast<std::int16_t>(column),
                                 static_cast<std::uint8_t>(turns)});
            }
        }
    }
    moves.push_back({-32768, 32767, 0});
    moves.push_back({32767, -32768, 255});
    return moves;
}

/// Counts how many words are read.
struct CountedCells : LargeCells {
    using LargeCells::LargeCells;
    std::uint64_t slice(int first) const {
        ++looks;
        return LargeCells::slice(first);
    }
    bool operator==(const CountedCells&) const = default;
    static inline std::uint64_t looks = 0;
};

}  // namespace

TEST_CASE("the core of fitz keeps the laws of a rule core on boards of every class of size") {
    Random random(11);
    for (const auto& [height, width] :
         {std::pair{1, 1}, {1, 7}, {7, 1}, {3, 3}, {8, 8}, {5, 13}, {10, 10}, {16, 8}, {9, 15}, {17, 16}}) {
        const auto universe = all_fitz_moves(height, width);
        for (int i = 0; i < (height * width > 128 ? 1 : 3); ++i) {
            const Config config = random_config(height, width, random);
            games::fitz::with_rules(config, [&](const auto& rules) { check_rule_core(rules, universe, random); });
            check_rule_core(Fitz<LargeCells>(config), universe, random);
        }
    }
}

TEST_CASE("boards of fixed and of variable size give the same games of fitz") {
    Random random(12);
    for (int game = 0; game < 600 / games_test_share() + 10; ++game) {
        const Config config = random_config(random.between(1, 14), random.between(1, 14), random);
        games::fitz::with_rules(config, [&](const auto& small) {
            const Fitz<LargeCells> large(config);
            auto here = small.start();
            auto there = large.start();
            typename std::decay_t<decltype(small)>::Moves moves;
            std::vector<Move> same_moves;
            for (;;) {
                REQUIRE(small.outcome(here) == large.outcome(there));
                REQUIRE(here.tile == there.tile);
                small.moves(here, moves);
                large.moves(there, same_moves);
                REQUIRE(std::equal(moves.begin(), moves.end(), same_moves.begin(), same_moves.end()));
                if (moves.empty()) break;
                const Move move = random.one_of(same_moves);
                small.play(here, move);
                large.play(there, move);
            }
        });
    }
}

TEST_CASE("a board of fitz uses the smallest type of cells that holds it, and moves are listed up to 4,096 cells") {
    const auto kept = [](int height, int width) {
        const Config config{height, width, {games::fitz::Tile{{4}}}, {}, 9};
        return games::fitz::with_rules(config, [](const auto& rules) {
            using Rules = std::decay_t<decltype(rules)>;
            if constexpr (Rules::is_large) {
                return 0;
            } else {
                return static_cast<int>(rules.start().taken.words.size());
            }
        });
    };
    CHECK(kept(1, 1) == 2);
    CHECK(kept(10, 10) == 2);
    CHECK(kept(8, 16) == 2);
    CHECK(kept(3, 43) == 8);
    CHECK(kept(16, 32) == 8);
    CHECK(kept(19, 27) == 64);
    CHECK(kept(64, 64) == 64);
    CHECK(kept(17, 241) == 0);
    CHECK(kept(999, 999) == 0);
}

TEST_CASE("on a large board the search for a place never revisits what it has passed") {
    Random random(13);
    constexpr int side = 150;
    for (const bool from_the_top : {true, false}) {
        Config config = random_config(side, side, random);
        config.tiles.resize(std::min<std::size_t>(config.tiles.size(), 4));
        const Fitz<CountedCells> rules(config);
        auto state = rules.start();
        std::uint64_t looks = 0;
        std::uint64_t plies = 0;
        std::vector<Move> moves;
        for (; !games::is_over(rules.outcome(state)); ++plies) {
            // Plays the first legal placement in the order of the search, or one much later in this order.
            const int turn = static_cast<int>(state.memory.searched[state.tile] / (side * side));
            Move move = rules.move_to(rules.figure(state.tile, turn), turn,
                                      static_cast<int>(state.memory.searched[state.tile] % (side * side)));
            if (!from_the_top && random.percent(50)) {
                rules.moves(state, moves);
                move = moves.back();
            }
            REQUIRE(rules.legal(state, move));
            const auto before = state.memory.searched;
            CountedCells::looks = 0;
            rules.play(state, move);
            looks += CountedCells::looks;
            for (std::size_t tile = 0; tile < before.size(); ++tile)
                REQUIRE(before[tile] <= state.memory.searched[tile]);
        }
        // For each rotation of each tile, the search passes each piece of 64 columns of a row once. A placement that
        // has been found is checked once per ply.
        constexpr std::uint64_t pieces = side * (side / 64 + 1);
        const std::uint64_t most = 25 * (plies + config.tiles.size() * 4 * pieces);
        INFO("plies " << plies << ", looks " << looks << ", at most " << most);
        CHECK(plies > 500);
        CHECK(looks <= most);
        CHECK(most < plies * side * side / 64);
    }
}

TEST_CASE("on a large board there is no place before the remembered one") {
    Random random(14);
    for (int game = 0; game < 6; ++game) {
        const Config config = random_config(40, 40, random);
        const Fitz<LargeCells> rules(config);
        auto state = rules.start();
        std::vector<Move> moves;
        while (!games::is_over(rules.outcome(state))) {
            for (std::uint32_t tile = 0; tile < config.tiles.size(); ++tile) {
                auto with_tile = state;
                with_tile.tile = tile;
                rules.moves(with_tile, moves);
                if (moves.empty()) continue;
                const auto turn = moves.front().quarter_turns;
                const auto place = rules.place_of(rules.figure(tile, turn), moves.front());
                REQUIRE(place.has_value());
                REQUIRE(state.memory.searched[tile] <= turn * 1600u + static_cast<std::uint32_t>(*place));
                if (tile == state.tile)
                    REQUIRE(state.memory.searched[tile] == turn * 1600u + static_cast<std::uint32_t>(*place));
            }
            rules.moves(state, moves);
            rules.play(state, random.percent(30) ? moves.front() : random.one_of(moves));
        }
    }
}

TEST_CASE("the core of fitz and its reference count the same move paths") {
    Random random(15);
    for (int round = 0; round < 60 / games_test_share() + 4; ++round) {
        const reference::FitzSettings settings{random.between(1, 6), random.between(1, 6), random_tiles(random), 99};
        const Config config = games::fitz::config_of(fitz_spec(settings).values);
        const auto paths = [&](int depth) {
            return games::fitz::with_rules(
                config, [&](const auto& rules) { return games::perft(rules, rules.start(), depth); });
        };
        int depth = 1;
        while (depth < 4 && paths(depth) < 300)
            ++depth;
        INFO("tiles:\n"
             << tile_file(settings.tiles) << settings.height << " x " << settings.width << ", depth " << depth);
        CHECK(paths(depth) == reference::perft(reference::Fitz(settings), depth));
    }
}

TEST_CASE("the move paths of fitz with its built-in tiles are as many as the reference has counted") {
    const auto check = [](int side, int other_side, int counted_again, const std::vector<std::uint64_t>& known) {
        const auto spec =
            games::parse_spec("fitz:height=" + std::to_string(side) + ",width=" + std::to_string(other_side));
        const Config config = games::fitz::config_of(spec.values);
        reference::FitzSettings settings{side, other_side, {}, side * other_side + 1};
        for (const auto& tile : config.tiles) {
            auto& rows = settings.tiles.emplace_back(games::fitz::tile_side);
            for (int row = 0; row < games::fitz::tile_side; ++row)
                games::fitz::write_tile_row(tile, row, rows[static_cast<std::size_t>(row)]);
        }
        for (int depth = 1; depth <= static_cast<int>(known.size()); ++depth) {
            INFO(side << " x " << other_side << ", depth " << depth);
            const auto right = known[static_cast<std::size_t>(depth - 1)];
            CHECK(games::fitz::with_rules(
                      config, [&](const auto& rules) { return games::perft(rules, rules.start(), depth); }) == right);
            if (depth <= counted_again) CHECK(reference::perft(reference::Fitz(settings), depth) == right);
        }
    };
    check(3, 3, 2, {8, 0});
    check(4, 4, 4, {24, 144, 96, 0});
    check(5, 5, 2, {48, 1136, 10928});
    check(6, 7, 1, {98, 6744, 303104});
    check(10, 10, 1, {288, 73056, 16037424});
}

}  // namespace games_test
