// Plays a great many random games of fitz with the rule core and the slow reference side by side.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "tests/games/fitz/pair.hpp"
#include "tests/games/random.hpp"
#include "tests/games/share.hpp"

namespace games_test {

namespace {

const int games_to_play = 12'000 / games_test_share();

/// What occurred: proof that the games went where the rules are hard.
struct Tally {
    int games = 0;
    long plies = 0;
    long beyond_the_edge = 0;  ///< moves whose middle is off the board
    long tiles_again = 0;      ///< plies after which the first tile comes again
    int saved = 0;
    int second_began = 0;
    int over_at_once = 0;
    int no_placement = 0;
    int ply_limit = 0;
    std::array<int, 6> by_size{};  ///< boards kept in 1, 2, 4, 16, 64 words, and larger ones
};

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

int size_class(int cells) {
    const std::array limits = {64, 128, 256, 1024, 4096};
    return static_cast<int>(std::lower_bound(limits.begin(), limits.end(), cells) - limits.begin());
}

void count_end(const reference::Fitz& game, Tally& tally) {
    ++tally.games;
    tally.plies += game.plies;
    ++tally.by_size[static_cast<std::size_t>(size_class(game.settings.height * game.settings.width))];
    if (game.plies == 0) ++tally.over_at_once;
    if (game.reason == "no placement") ++tally.no_placement;
    if (game.reason == "ply limit") ++tally.ply_limit;
}

void count_move(const reference::Fitz& game, const reference::FitzMove& move, Tally& tally) {
    const bool inside =
        move.row >= 0 && move.row < game.settings.height && move.column >= 0 && move.column < game.settings.width;
    if (!inside) ++tally.beyond_the_edge;
    if (game.tile + 1 == static_cast<int>(game.settings.tiles.size())) ++tally.tiles_again;
}

/// Answers whether core and reference agreed to the end.
bool play_game(std::uint64_t seed, Tally& tally) {
    Random random(seed);
    const auto settings = random_settings(random);
    std::optional<reference::FitzPosition> position;
    const bool large = settings.height * settings.width > 1024;
    if (random.percent(large ? 80 : 30)) {
        position = random_position(settings.height, settings.width, settings.tiles.size(),
                                   large ? random.between(50, 80) : random.below(100), random);
        ++tally.saved;
        if (position->next_player == 1) ++tally.second_began;
    }
    FitzPair pair(settings, position);
    const bool hugs_edges = random.percent(30);
    std::string difference = pair.difference(random);
    while (difference.empty() && !pair.by_reference().over) {
        const auto& moves = pair.by_reference().legal_moves;
        const auto move =
            hugs_edges ? moves[static_cast<std::size_t>(random.below(2)) * (moves.size() - 1)] : random.one_of(moves);
        count_move(pair.by_reference(), move, tally);
        pair.play(move);
        // On a large board the reference takes its time; the end is always looked at.
        if (!large || random.percent(10) || pair.by_reference().over) difference = pair.difference(random);
    }
    if (!difference.empty()) {
        FAIL_CHECK("seed " << seed << ": " << difference << "\n" << pair.how_to_reproduce());
        return false;
    }
    count_end(pair.by_reference(), tally);
    return true;
}

}  // namespace

TEST_SUITE("comparison") {
    TEST_CASE("fitz: core and reference agree on every frame, listing and result of random games") {
        Tally tally;
        std::uint64_t seed = 1;
        while (tally.games < games_to_play && play_game(seed, tally))
            ++seed;
        MESSAGE(tally.games << " games, " << tally.plies << " plies; middles off the board " << tally.beyond_the_edge
                            << ", the first tile again " << tally.tiles_again << "; saved positions " << tally.saved
                            << " (player 1 began " << tally.second_began << "); over at once " << tally.over_at_once
                            << ", no placement " << tally.no_placement << ", ply limit " << tally.ply_limit
                            << "; by size " << tally.by_size[0] << " " << tally.by_size[1] << " " << tally.by_size[2]
                            << " " << tally.by_size[3] << " " << tally.by_size[4] << " " << tally.by_size[5]);
        CHECK(tally.games == games_to_play);
        CHECK(tally.plies > 5 * games_to_play);
        CHECK(tally.beyond_the_edge > games_to_play);
        CHECK(tally.tiles_again > games_to_play);
        CHECK(tally.second_began > games_to_play / 10);
        CHECK(tally.over_at_once > games_to_play / 100);
        CHECK(tally.no_placement > games_to_play / 2);
        CHECK(tally.ply_limit > games_to_play / 100);
        for (const int count : tally.by_size)
            CHECK(count >= games_to_play / 2000);
    }
}

}  // namespace games_test
