// Compares the rule core of Othello with the slow reference in thousands of random games, and on boards that no game
// can reach. Also compares its functions with and without AVX2.
#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <iterator>
#include <string>

#include "games/game.hpp"
#include "games/othello/bitboard.hpp"
#include "games/othello/rules.hpp"
#include "games/othello/wire.hpp"
#include "tests/games/comparison.hpp"
#include "tests/games/random.hpp"
#include "tests/reference/othello.hpp"

namespace games_test {

namespace {

using Pair = BoardPair<reference::Othello>;

const int games_to_play = 6'000 / games_test_share();
const int boards_to_ask = 100'000 / games_test_share();

/// The habits of a random player.
enum class Habit { any, max_discs, fewest_answers };

int worth(const reference::Othello& game, const std::string& move, Habit habit) {
    if (habit == Habit::any) return 0;
    reference::Othello after = game;
    after.play(move);
    if (habit == Habit::max_discs) return after.discs(game.to_move);
    return after.over ? 0 : -static_cast<int>(after.legal_moves().size());
}

std::string choose(const reference::Othello& game, Habit habit, Random& random) {
    const auto moves = game.legal_moves();
    if (random.percent(30)) habit = Habit::any;
    std::string best = random.one_of(moves);
    for (const std::string& move : moves) {
        if (worth(game, move, habit) > worth(game, best, habit)) best = move;
    }
    return best;
}

void count_end(const reference::Othello& game, Tally& tally) {
    tally.count(game.reason);
    if (game.reason == "ply limit") return;
    const bool full = game.discs(0) + game.discs(1) == 64;
    const bool wiped_out = game.discs(0) == 0 || game.discs(1) == 0;
    if (full) tally.count("full boards");
    if (wiped_out) tally.count("wipe-outs");
    if (!full && !wiped_out) tally.count("stuck");  // neither side can move, with empty cells and discs of both colours
    tally.count(game.winner < 0 ? "equal discs" : game.winner == 0 ? "black won" : "white won");
}

/// Returns whether core and reference agreed to the end.
bool play_game(std::uint64_t seed, Tally& tally) {
    Random random(seed);
    const int max_plies = random.percent(90) ? 128 : random.between(1, 62);
    Pair pair("othello:max_plies=" + std::to_string(max_plies), reference::Othello(max_plies));
    const auto habit = [&] {
        return random.percent(85) ? Habit::any : random.percent(50) ? Habit::max_discs : Habit::fewest_answers;
    };
    const std::array habits = {habit(), habit()};
    const reference::Othello& game = pair.by_reference();
    const bool agreed = agree_to_the_end(pair, seed, pair.difference(), [&] {
        const std::string move = choose(game, habits[static_cast<std::size_t>(game.to_move)], random);
        if (move == "PASS") tally.count("passes");
        pair.play(move);
        return pair.difference();
    });
    if (agreed) count_end(game, tally);
    return agreed;
}

/// A random set of cells. Each cell is in it independently, with a probability of `percent` %.
std::uint64_t random_cells(int percent, Random& random) {
    std::uint64_t cells = 0;
    for (int cell = 0; cell < 64; ++cell) {
        if (random.percent(percent)) cells |= std::uint64_t{1} << cell;
    }
    return cells;
}

void check_board(std::uint64_t own, std::uint64_t other, Random& random) {
    const int player = random.below(2);
    reference::Othello game(128);
    std::uint64_t open = 0;
    for (int cell = 0; cell < 64; ++cell) {
        const bool mine = (own >> cell & 1) != 0;
        const bool theirs = (other >> cell & 1) != 0;
        game.board[static_cast<std::size_t>(cell / 8)][static_cast<std::size_t>(cell % 8)] = mine     ? "BW"[player]
                                                                                             : theirs ? "WB"[player]
                                                                                                      : '.';
    }
    INFO(game.frame() << " player " << player);
    for (int cell = 0; cell < 64; ++cell) {
        std::uint64_t turned = 0;
        for (const auto& [row, column] : game.outflanked(player, cell / 8, cell % 8))
            turned |= std::uint64_t{1} << (row * 8 + column);
        if (turned != 0) open |= std::uint64_t{1} << cell;
        if (((own | other) >> cell & 1) == 0) REQUIRE(games::othello::turned_by(cell, own, other) == turned);
    }
    REQUIRE(games::othello::moves_of(own, other) == open);
}

}  // namespace

TEST_SUITE("comparison") {
    TEST_CASE("core and reference agree on every frame, listing and result of random games of Othello") {
        compare_games(games_to_play, play_game,
                      {{"passes", games_to_play / 5},
                       {"full boards", games_to_play / 2},
                       {"wipe-outs", games_to_play / 2000},
                       {"stuck", games_to_play / 200},
                       {"equal discs", games_to_play / 100},
                       {"ply limit", games_to_play / 20},
                       {"black won", games_to_play / 5},
                       {"white won", games_to_play / 5}});
    }

    TEST_CASE("core and reference find the same cells and turn the same discs on arbitrary boards of Othello") {
        Random random(3);
        for (int i = 0; i < boards_to_ask; ++i) {
            const std::uint64_t taken = random_cells(random.between(5, 99), random);
            const std::uint64_t own = taken & random_cells(random.between(2, 60), random);
            check_board(own, taken & ~own, random);
        }
    }

    TEST_CASE("core and reference have the same perft counts in positions of random games of Othello") {
        compare_paths<games::othello::Othello, reference::Othello>(
            128, [](const auto& game, Random& random) { return random.one_of(game.legal_moves()); });
    }
}

#if defined(__x86_64__)
TEST_CASE("moves of Othello, and the discs that they turn, are the same with AVX2") {
    if (!__builtin_cpu_supports("avx2")) return;
    Random random(77);
    for (int round = 0; round < 20'000; ++round) {
        // The functions accept any two disjoint sets of discs. The position need not be legal.
        const std::uint64_t own = random.bits() & random.bits();
        std::uint64_t other = random.bits() & ~own;
        if (round % 2 == 0) other |= random.bits() & ~own;
        REQUIRE(games::othello::moves_of_avx2(own, other) == games::othello::moves_of(own, other));
        for (std::uint64_t empty = ~(own | other); empty != 0; empty &= empty - 1) {
            const int cell = std::countr_zero(empty);
            REQUIRE(games::othello::turned_by_avx2(cell, own, other) == games::othello::turned_by(cell, own, other));
            REQUIRE(games::othello::placed_avx2(cell, own, other) == games::othello::placed(cell, own, other));
        }
    }
}
#endif

TEST_CASE("a move of Othello leads to the same position as in the code for processors without AVX2") {
    using games::othello::Othello;
    const Othello rules({});
    Random random(78);
    for (int game = 0; game < 500; ++game) {
        for (auto state = rules.start(); !games::is_over(rules.outcome(state));) {
            Othello::Moves moves;
            rules.moves(state, moves);
            const auto move = *std::next(moves.begin(), random.below(static_cast<int>(moves.size())));
            auto plain = games::othello::Placed{state.other, state.own, 0};
            plain.open = games::othello::moves_of(plain.own, plain.other);
            if (!move.is_pass()) plain = games::othello::placed(move.cell(), state.own, state.other);
            rules.play(state, move);
            REQUIRE(games::othello::Placed{state.own, state.other, state.open} == plain);
        }
    }
}

}  // namespace games_test
