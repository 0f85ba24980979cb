// Plays a great many random games with the rule core and the slow reference side by side.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "tests/games/game_pair.hpp"
#include "tests/games/random.hpp"
#include "tests/games/share.hpp"

namespace games_test {

namespace {

const int games_to_play = 150'000 / games_test_share();

/// What occurred: proof that the games went where the rules are hard.
struct Tally {
    int games = 0;
    long plies = 0;
    long lost_turns = 0;
    int both_magnets_on = 0;
    int order_mattered = 0;
    int cascades = 0;
    int won_at_lost_turn = 0;
    int won_by_the_other = 0;
    int wins = 0;
    int squares_of_both = 0;
    int board_full = 0;
    int ply_limit = 0;
    std::array<int, 5> by_words{};  ///< boards kept in 1, 2, 4, 16 and 64 words
};

/// How a random player chooses, in percent.
struct Habits {
    int magnet;        ///< turns its magnet on
    int answer;        ///< turns its magnet on while the other's is on
    int columns_used;  ///< drops only into the first so many columns, where they take pieces
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

/// Counts what turning the magnet on does here. It has to be called before the move is made.
void count_magnet(const reference::Magnetize& game, Tally& tally) {
    reference::Magnetize own_first = game;
    own_first.locks[static_cast<std::size_t>(game.to_move)] = game.settings.maglock;
    reference::Magnetize other_first = own_first;
    if (own_first.settle(game.to_move) >= 2) ++tally.cascades;
    other_first.settle(1 - game.to_move);
    if (game.locks[static_cast<std::size_t>(1 - game.to_move)] == 0) return;
    ++tally.both_magnets_on;
    if (own_first.board != other_first.board) ++tally.order_mattered;
}

void count_end(const reference::Magnetize& game, int last_mover, Tally& tally) {
    ++tally.games;
    tally.plies += game.plies;
    const int cells = game.settings.height * game.settings.width;
    ++tally.by_words[cells <= 64 ? 0 : cells <= 128 ? 1 : cells <= 256 ? 2 : cells <= 1024 ? 3 : 4];
    if (game.reason == "squares of both") ++tally.squares_of_both;
    if (game.reason == "board full") ++tally.board_full;
    if (game.reason == "ply limit") ++tally.ply_limit;
    if (game.reason != "square") return;
    ++tally.wins;
    if (!game.lost.empty()) ++tally.won_at_lost_turn;
    const int winner = game.result == reference::Result::black_won ? reference::black : reference::white;
    if (winner != last_mover) ++tally.won_by_the_other;
}

/// Answers whether core and reference agreed to the end.
bool play_game(std::uint64_t seed, Tally& tally) {
    Random random(seed);
    const reference::Settings settings = random_settings(random);
    const std::array habits = {random_habits(settings, random), random_habits(settings, random)};
    GamePair pair(settings);
    int mover = reference::black;
    std::string difference = pair.difference();
    while (difference.empty() && !pair.is_over()) {
        const reference::Magnetize& game = pair.by_reference();
        mover = game.to_move;
        const std::string move = choose(game, habits[static_cast<std::size_t>(mover)], random);
        if (move == "MAGNET") count_magnet(game, tally);
        pair.play(move);
        tally.lost_turns += static_cast<long>(game.lost.size());
        difference = pair.difference();
    }
    if (!difference.empty()) {
        FAIL_CHECK("seed " << seed << ": " << difference << "\n" << pair.how_to_reproduce());
        return false;
    }
    count_end(pair.by_reference(), mover, tally);
    return true;
}

}  // namespace

TEST_SUITE("comparison") {
    TEST_CASE("core and reference agree on every frame, listing and result of random games") {
        Tally tally;
        std::uint64_t seed = 1;
        while (tally.games < games_to_play && play_game(seed, tally))
            ++seed;
        MESSAGE(tally.games << " games, " << tally.plies << " plies, " << tally.lost_turns
                            << " lost turns; both magnets on " << tally.both_magnets_on << " (order mattered "
                            << tally.order_mattered << "), cascades " << tally.cascades << "; wins " << tally.wins
                            << " (at a lost turn " << tally.won_at_lost_turn << ", by the other "
                            << tally.won_by_the_other << "), squares of both " << tally.squares_of_both
                            << ", board full " << tally.board_full << ", ply limit " << tally.ply_limit);
        CHECK(tally.games == games_to_play);
        CHECK(tally.both_magnets_on > games_to_play / 4);
        // Who slides first can't matter in play: the magnet that was on has pulled its pieces close already, so each of
        // them touches what is next in its direction. Boards on which it does matter are in settle_test.cpp.
        CHECK(tally.order_mattered == 0);
        CHECK(tally.cascades > games_to_play / 100);
        CHECK(tally.won_at_lost_turn > games_to_play / 100);
        CHECK(tally.won_by_the_other > games_to_play / 200);
        CHECK(tally.squares_of_both > games_to_play / 1000);
        CHECK(tally.board_full > games_to_play / 100);
        CHECK(tally.ply_limit > games_to_play / 100);
        for (const int count : tally.by_words)
            CHECK(count > games_to_play / 2000);
    }
}

}  // namespace games_test
