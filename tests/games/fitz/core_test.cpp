// Tests the rule core of fitz: its laws, whether its two kinds of boards agree, the cost of its search, and thousands
// of random games side by side with the slow reference.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "games/fitz/rules.hpp"
#include "games/fitz/tiles.hpp"
#include "games/perft.hpp"
#include "tests/games/comparison.hpp"
#include "tests/games/fitz/pair.hpp"
#include "tests/games/laws.hpp"
#include "tests/games/random.hpp"

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

const int games_to_play = 12'000 / games_test_share();

reference::FitzSettings random_settings(Random& random) {
    const int die = random.below(1000);
    int height = random.between(1, 9);
    int width = random.between(1, 9);
    if (die < 100) {
        height = random.between(1, 3);
        width = random.between(1, 60);
        if (random.percent(50)) std::swap(height, width);
    } else if (die >= 700 && die < 984) {
        height = random.between(4, 16);
        width = random.between(4, 16);
    } else if (die >= 984) {
        const int max_cells = die < 994 ? 1024 : die < 997 ? 4096 : 6000;
        height = random.between(2, 70);
        width = std::clamp(max_cells / height - random.below(3), 1, 999);
    }
    const int cells = height * width;
    return {height, width, random_tiles(random), random.percent(15) ? random.between(1, cells) : cells + 1};
}

/// Returns a name for the number of words that the core uses for a board of this many cells, or "larger".
std::string size_of(int cells) {
    if (cells > 4096) return "larger";
    const int words = cells <= 64 ? 1 : cells <= 128 ? 2 : cells <= 256 ? 4 : cells <= 1024 ? 16 : 64;
    return std::to_string(words) + " words";
}

void count_end(const reference::Fitz& game, Tally& tally) {
    tally.count("plies", game.plies);
    tally.count(size_of(game.settings.height * game.settings.width));
    if (game.plies == 0) tally.count("over at once");
    tally.count(game.reason);
}

void count_move(const reference::Fitz& game, const reference::FitzMove& move, Tally& tally) {
    const bool inside =
        move.row >= 0 && move.row < game.settings.height && move.column >= 0 && move.column < game.settings.width;
    if (!inside) tally.count("middles off the board");
    if (game.tile + 1 == static_cast<int>(game.settings.tiles.size())) tally.count("the first tile again");
}

/// Returns whether core and reference agreed to the end.
bool play_game(std::uint64_t seed, Tally& tally) {
    Random random(seed);
    const auto settings = random_settings(random);
    std::optional<reference::FitzPosition> position;
    const bool large = settings.height * settings.width > 1024;
    if (random.percent(large ? 80 : 30)) {
        position = random_position(settings.height, settings.width, settings.tiles.size(),
                                   large ? random.between(50, 80) : random.below(100), random);
        tally.count("saved positions");
        if (position->next_player == 1) tally.count("player 1 began");
    }
    FitzPair pair(settings, position);
    const bool hugs_edges = random.percent(30);
    const reference::Fitz& game = pair.by_reference();
    const bool agreed = agree_to_the_end(pair, seed, pair.difference(random), [&] {
        const auto& moves = game.legal_moves;
        const auto move =
            hugs_edges ? moves[static_cast<std::size_t>(random.below(2)) * (moves.size() - 1)] : random.one_of(moves);
        count_move(game, move, tally);
        pair.play(move);
        // The reference is slow on large boards, so not every ply is compared there. The last position is always
        // compared.
        return !large || random.percent(10) || game.over ? pair.difference(random) : "";
    });
    if (agreed) count_end(game, tally);
    return agreed;
}

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
    const std::array<int, 3> boards[] = {{1, 1, 2},    {10, 10, 2},  {8, 16, 2},   {3, 43, 8},   {16, 32, 8},
                                         {19, 27, 64}, {64, 64, 64}, {17, 241, 0}, {999, 999, 0}};
    for (const auto& [height, width, words] : boards)
        CHECK(kept(height, width) == words);
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

TEST_SUITE("comparison") {
    TEST_CASE("fitz: core and reference agree on every frame, listing and result of random games") {
        std::vector<std::pair<std::string, long>> more_than = {{"plies", 5 * games_to_play},
                                                               {"middles off the board", games_to_play},
                                                               {"the first tile again", games_to_play},
                                                               {"player 1 began", games_to_play / 10},
                                                               {"over at once", games_to_play / 100},
                                                               {"no placement", games_to_play / 2},
                                                               {"ply limit", games_to_play / 100}};
        for (const int cells : {64, 128, 256, 1024, 4096, 4097})
            more_than.emplace_back(size_of(cells), games_to_play / 2000 - 1);
        compare_games(games_to_play, play_game, more_than);
    }
}

}  // namespace games_test
