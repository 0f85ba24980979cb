// Plays thousands of random games of Magnetize with the rule core and the slow reference side by side.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "tests/games/comparison.hpp"
#include "tests/games/magnetize/pair.hpp"
#include "tests/games/random.hpp"
#include "tests/games/share.hpp"

namespace games_test {

namespace {

const int games_to_play = 150'000 / games_test_share();

/// The habits of a random player, in percent.
struct Habits {
    int magnet;        ///< turns its magnet on
    int answer;        ///< turns its magnet on while the opponent's is on
    int columns_used;  ///< drops only into this many columns on the left, unless they are full
    bool avoids_squares;
};

reference::Settings random_settings(Random& random) {
    const int die = random.below(1000);
    int height = random.between(2, 5);
    int width = random.between(2, 6);
    if (die >= 600 && die < 960) {
        height = random.between(3, 8);
        width = random.between(3, 8);
    } else if (die >= 960) {
        const int max_cells = die < 985 ? 128 : die < 995 ? 256 : die < 998 ? 1024 : 4096;
        height = random.between(2, 64);
        width = random.between(2, std::min(64, std::max(2, max_cells / height)));
    }
    const int smaller = std::min(height, width);
    const int square = random.percent(40) ? 2 : random.between(2, random.percent(70) ? std::min(smaller, 4) : smaller);
    const int maglock = random.percent(97) ? random.between(1, 10) : 1000;
    const int cells = height * width;
    const int limit = random.percent(20) ? random.between(1, 2 * cells) : 4 * cells;
    return {height, width, square, maglock, std::min(limit, cells <= 256 ? 1024 : 300)};
}

Habits random_habits(const reference::Settings& settings, Random& random) {
    return {random.one_of(std::array{0, 3, 10, 30, 60}), random.one_of(std::array{0, 30, 80}),
            random.percent(60) ? settings.width : random.between(1, std::min(8, settings.width)), random.percent(30)};
}

bool completes_square(const reference::Magnetize& game, const std::string& move) {
    reference::Magnetize after = game;
    after.play(move);
    return after.result == reference::Result::black_won || after.result == reference::Result::white_won;
}

std::string choose(const reference::Magnetize& game, const Habits& habits, Random& random) {
    const auto moves = game.legal_moves();
    const auto other = static_cast<std::size_t>(1 - game.to_move);
    if (random.percent(game.locks[other] > 0 ? std::max(habits.answer, habits.magnet) : habits.magnet)) return "MAGNET";
    std::string move;
    for (int tries = 0; tries < 4; ++tries) {
        const int drops = static_cast<int>(moves.size()) - 1;
        move =
            drops == 0 ? "MAGNET" : moves[static_cast<std::size_t>(random.below(std::min(drops, habits.columns_used)))];
        if (!habits.avoids_squares || !completes_square(game, move)) break;
    }
    return move;
}

/// Counts the effects of turning the magnet on. Call it before the move is made.
void count_magnet(const reference::Magnetize& game, Tally& tally) {
    reference::Magnetize own_first = game;
    own_first.locks[static_cast<std::size_t>(game.to_move)] = game.settings.maglock;
    reference::Magnetize other_first = own_first;
    if (own_first.settle(game.to_move) >= 2) tally.count("cascades");
    other_first.settle(1 - game.to_move);
    if (game.locks[static_cast<std::size_t>(1 - game.to_move)] == 0) return;
    tally.count("both magnets on");
    if (own_first.board != other_first.board) tally.count("order mattered");
}

/// Returns a name for the number of words that the core uses for a board of this many cells.
std::string size_of(int cells) {
    const int words = cells <= 64 ? 1 : cells <= 128 ? 2 : cells <= 256 ? 4 : cells <= 1024 ? 16 : 64;
    return std::to_string(words) + " words";
}

void count_end(const reference::Magnetize& game, int last_mover, Tally& tally) {
    tally.count("plies", game.plies);
    tally.count(size_of(game.settings.height * game.settings.width));
    tally.count(game.reason);
    if (game.reason != "square") return;
    if (!game.lost.empty()) tally.count("won at a lost turn");
    const int winner = game.result == reference::Result::black_won ? reference::black : reference::white;
    if (winner != last_mover) tally.count("won by the other");
}

/// Returns whether core and reference agreed to the end.
bool play_game(std::uint64_t seed, Tally& tally) {
    Random random(seed);
    const reference::Settings settings = random_settings(random);
    const std::array habits = {random_habits(settings, random), random_habits(settings, random)};
    GamePair pair(settings);
    const reference::Magnetize& game = pair.by_reference();
    int mover = reference::black;
    const bool agreed = agree_to_the_end(pair, seed, pair.difference(), [&] {
        mover = game.to_move;
        const std::string move = choose(game, habits[static_cast<std::size_t>(mover)], random);
        if (move == "MAGNET") count_magnet(game, tally);
        pair.play(move);
        tally.count("lost turns", static_cast<long>(game.lost.size()));
        return pair.difference();
    });
    if (agreed) count_end(game, mover, tally);
    return agreed;
}

}  // namespace

TEST_SUITE("comparison") {
    TEST_CASE("core and reference agree on every frame, listing and result of random games") {
        std::vector<std::pair<std::string, long>> more_than = {
            {"both magnets on", games_to_play / 4},      {"cascades", games_to_play / 100},
            {"won at a lost turn", games_to_play / 100}, {"won by the other", games_to_play / 200},
            {"squares of both", games_to_play / 1000},   {"board full", games_to_play / 100},
            {"ply limit", games_to_play / 100}};
        for (const int cells : {64, 128, 256, 1024, 4096})
            more_than.emplace_back(size_of(cells), games_to_play / 2000);
        const Tally tally = compare_games(games_to_play, play_game, more_than);
        // In a game, the order of sliding can't matter. The magnet that was already on has pulled its pieces close
        // together, so each of them touches the next piece or the edge in its direction. settle_test.cpp has boards on
        // which the order matters.
        CHECK(tally.of("order mattered") == 0);
    }
}

}  // namespace games_test
