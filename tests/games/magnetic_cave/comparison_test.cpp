// Plays thousands of random games of Magnetic Cave with the rule core and the slow reference side by side. Also
// compares them on caves that no game can reach.
#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

#include "games/magnetic_cave/rules.hpp"
#include "games/magnetic_cave/wire.hpp"
#include "tests/games/board_pair.hpp"
#include "tests/games/comparison.hpp"
#include "tests/reference/magnetic_cave.hpp"

namespace games_test {

namespace {

using Pair = BoardPair<reference::MagneticCave>;

const int games_to_play = 12'000 / games_test_share();
const int caves_to_ask = 60'000 / games_test_share();

/// The habits of a random player. `builds`: completes five in a line if possible, and otherwise prefers rows that hold
/// one of its bricks. `blocks`: never completes five in a line if it can avoid this, and prevents the opponent from
/// doing so.
enum class Habit { any, builds, blocks };

bool wins(reference::MagneticCave game, int player, const std::string& move) {
    game.to_move = player;
    game.play(move);
    return game.winner == player;
}

std::string choose(const reference::MagneticCave& game, Habit habit, Random& random) {
    const auto moves = game.legal_moves();
    if (habit == Habit::any) return random.one_of(moves);
    std::vector<std::string> good;
    for (const std::string& move : moves) {
        const bool own_five = wins(game, game.to_move, move);
        if (habit == Habit::builds && own_five) return move;
        if (habit == Habit::blocks && !own_five && wins(game, 1 - game.to_move, move)) return move;
        if (habit == Habit::blocks && !own_five) good.push_back(move);
        const auto line = static_cast<std::size_t>('8' - move[1]);
        const bool own_row = game.cave[line].find(game.to_move == 0 ? 'X' : 'O') != std::string::npos;
        if (habit == Habit::builds && own_row) good.push_back(move);
    }
    return random.one_of(good.empty() ? moves : good);
}

/// Returns whether the winner has six in a row or column.
bool has_six(const reference::MagneticCave& game) {
    const std::string six(6, game.winner == 0 ? 'X' : 'O');
    for (std::size_t i = 0; i < 8; ++i) {
        std::string column;
        for (const std::string& row : game.cave)
            column += row[i];
        if (game.cave[i].find(six) != std::string::npos || column.find(six) != std::string::npos) return true;
    }
    return false;
}

void count_end(const reference::MagneticCave& game, Tally& tally) {
    tally.count(game.reason);
    if (game.winner < 0) return;
    tally.count(game.winner == 0 ? "X won" : "O won");
    if (game.plies == 64) tally.count("won by the brick that fills the cave");
    if (has_six(game)) tally.count("six in a line");
}

/// Returns whether core and reference agreed to the end.
bool play_game(std::uint64_t seed, Tally& tally) {
    Random random(seed);
    const int max_plies = random.percent(90) ? 64 : random.between(1, 64);
    Pair pair("magnetic_cave:max_plies=" + std::to_string(max_plies), reference::MagneticCave(max_plies));
    constexpr std::array all = {Habit::any, Habit::builds, Habit::blocks};
    const std::array habits = {random.one_of(all), random.one_of(all)};
    const reference::MagneticCave& game = pair.by_reference();
    const bool agreed = agree_to_the_end(pair, seed, pair.difference(), [&] {
        pair.play(choose(game, habits[static_cast<std::size_t>(game.to_move)], random));
        return pair.difference();
    });
    if (agreed) count_end(game, tally);
    return agreed;
}

/// Compares core and reference on a random cave. Returns whether the first player has five in a line.
bool check_cave(Random& random) {
    const int bricks = random.between(2, 99);
    const int share = random.between(20, 80);
    reference::MagneticCave game(64);
    std::array<std::uint64_t, 2> cells{};
    for (int cell = 0; cell < 64; ++cell) {
        if (!random.percent(bricks)) continue;
        const int player = random.percent(share) ? 0 : 1;
        cells[static_cast<std::size_t>(player)] |= std::uint64_t{1} << cell;
        game.cave[static_cast<std::size_t>(cell / 8)][static_cast<std::size_t>(cell % 8)] = "XO"[player];
    }
    INFO(game.frame());
    std::uint64_t open = 0;
    for (int cell = 0; cell < 64; ++cell) {
        if (game.holds(cell / 8, cell % 8)) open |= std::uint64_t{1} << cell;
    }
    REQUIRE(games::magnetic_cave::open_cells(cells[0] | cells[1]) == open);
    for (const int player : {0, 1})
        REQUIRE(games::magnetic_cave::has_line(cells[static_cast<std::size_t>(player)]) == game.has_five(player));
    return game.has_five(0);
}

}  // namespace

TEST_SUITE("comparison") {
    TEST_CASE("core and reference agree on every frame, listing and result of random games of Magnetic Cave") {
        compare_games(games_to_play, play_game,
                      {{"board full", games_to_play / 100},
                       {"ply limit", games_to_play / 50},
                       {"six in a line", games_to_play / 1000},
                       {"won by the brick that fills the cave", 0},
                       {"X won", games_to_play / 5},
                       {"O won", games_to_play / 5}});
    }

    TEST_CASE("core and reference see the same open cells and lines in arbitrary caves") {
        Random random(4);
        int with_five = 0;
        for (int i = 0; i < caves_to_ask; ++i)
            with_five += check_cave(random) ? 1 : 0;
        CHECK(with_five > caves_to_ask / 5);
        CHECK(with_five < caves_to_ask * 4 / 5);
    }

    TEST_CASE("core and reference have the same perft counts in positions of random games of Magnetic Cave") {
        compare_paths<games::magnetic_cave::MagneticCave, reference::MagneticCave>(
            64, [](const auto& game, Random& random) { return choose(game, Habit::blocks, random); });
    }
}

}  // namespace games_test
