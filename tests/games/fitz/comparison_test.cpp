// Plays thousands of random games of fitz with the rule core and the slow reference side by side.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "tests/games/comparison.hpp"
#include "tests/games/fitz/pair.hpp"
#include "tests/games/random.hpp"
#include "tests/games/share.hpp"

namespace games_test {

namespace {

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
