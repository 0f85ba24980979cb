// The searches of the sample bots: they see wins and losses, and repeat themselves with a fixed number of nodes.
#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <string>

#include "games/dice.hpp"
#include "games/fitz/rules.hpp"
#include "games/fitz/tile_file.hpp"
#include "games/magnetic_cave/rules.hpp"
#include "games/magnetize/rules.hpp"
#include "games/othello/rules.hpp"
#include "sample_bots/alphabeta.hpp"
#include "sample_bots/evaluate_fitz.hpp"
#include "sample_bots/evaluate_magnetic_cave.hpp"
#include "sample_bots/evaluate_magnetize.hpp"
#include "sample_bots/evaluate_othello.hpp"
#include "sample_bots/mcts.hpp"
#include "sample_bots/playout.hpp"

namespace {

using games::magnetic_cave::MagneticCave;
using sample_bots::AlphaBeta;
using sample_bots::Mcts;

constexpr std::uint8_t cell_of(char column, int row) {
    return static_cast<std::uint8_t>((8 - row) * 8 + (column - 'A'));
}

/// Side::first has four in column A and wins with A5; the other has nothing.
MagneticCave::State nearly_won(const MagneticCave& rules) {
    auto state = rules.start();
    for (const auto cell : {cell_of('A', 1), cell_of('H', 1), cell_of('A', 2), cell_of('H', 3), cell_of('A', 3),
                            cell_of('H', 5), cell_of('A', 4), cell_of('H', 8)}) {
        rules.play(state, {cell});
    }
    return state;
}

/// The moves of a game of Magnetize between two players, as one number.
template <class MakePlayer>
std::uint64_t moves_of_game(MakePlayer make) {
    const games::magnetize::Magnetize<1> rules({});
    auto players = std::array{make(rules), make(rules)};
    auto state = rules.start();
    std::uint64_t hash = 0;
    while (!games::is_over(rules.outcome(state)) && rules.plies(state) < 40) {
        const auto move = players[static_cast<std::size_t>(games::index(rules.to_move(state)))].choose(state);
        REQUIRE(rules.legal(state, move));
        hash = games::mix(hash, move.code);
        rules.play(state, move);
    }
    return hash;
}

}  // namespace

TEST_CASE("a win at once is made, and one of the opponent's prevented") {
    const MagneticCave rules({});
    const auto state = nearly_won(rules);
    CHECK(AlphaBeta(rules, {.depth = 3}).choose(state).cell == cell_of('A', 5));
    CHECK(Mcts(rules, {.nodes = 100}, 1).choose(state).cell == cell_of('A', 5));
    auto answered = rules.start();
    for (const auto cell : {cell_of('A', 1), cell_of('H', 1), cell_of('A', 2), cell_of('H', 3), cell_of('A', 3),
                            cell_of('H', 5), cell_of('A', 4)}) {
        rules.play(answered, {cell});
    }
    CHECK(AlphaBeta(rules, {.depth = 3}).choose(answered).cell == cell_of('A', 5));
    CHECK(Mcts(rules, {.nodes = 2000}, 1).choose(answered).cell == cell_of('A', 5));
}

TEST_CASE("mirrored positions of Magnetic Cave are worth the same") {
    const MagneticCave rules({});
    const sample_bots::Knowledge<MagneticCave> knowledge(rules);
    games::Dice dice(1);
    for (int game = 0; game < 20; ++game) {
        std::array<MagneticCave::State, 3> states{rules.start(), rules.start(), rules.start()};
        const int plies = 20 + game;
        for (int ply = 0; ply < plies && !games::is_over(states[0].outcome); ++ply) {
            const auto cell = sample_bots::random_move(rules, states[0], dice).cell;
            rules.play(states[0], {cell});
            rules.play(states[1], {static_cast<std::uint8_t>(cell ^ 7)});   // to the left and to the right
            rules.play(states[2], {static_cast<std::uint8_t>(cell ^ 56)});  // upside down
        }
        if (games::is_over(states[0].outcome)) continue;
        CHECK(knowledge.evaluate(states[1]) == knowledge.evaluate(states[0]));
        CHECK(knowledge.evaluate(states[2]) == knowledge.evaluate(states[0]));
    }
}

TEST_CASE("a fixed number of nodes gives the same moves every time") {
    const auto alphabeta = [](const auto& rules) { return AlphaBeta(rules, {.nodes = 500}); };
    const auto mcts = [](const auto& rules) { return Mcts(rules, {.nodes = 500}, 1); };
    CHECK(moves_of_game(alphabeta) == moves_of_game(alphabeta));
    CHECK(moves_of_game(mcts) == moves_of_game(mcts));
}

TEST_CASE("mcts ends its search when it knows the result") {
    games::fitz::Config config;
    config.height = config.width = 5;
    config.tiles = games::fitz::read_tiles({"builtin", std::string(games::fitz::builtin_text())});
    const games::fitz::Fitz<games::Bits<1>> rules(config);
    auto state = rules.start();
    Mcts mcts(rules, {.nodes = 1'000'000}, 1);
    while (!games::is_over(rules.outcome(state))) {
        const auto move = mcts.choose(state);
        REQUIRE(rules.legal(state, move));
        CHECK(mcts.thoughts().nodes < 1'000'000);
        rules.play(state, move);
    }
}

TEST_CASE("late in the game alphabeta plays Othello without a fault") {
    // 13 empty cells, from a game of random moves: the lead that the solver promises is reached against any play.
    const games::othello::Othello rules({});
    games::Dice dice(11);
    auto state = rules.start();
    while (64 - std::popcount(state.own | state.other) > 13 && !games::is_over(state.outcome))
        rules.play(state, sample_bots::random_move(rules, state, dice));
    REQUIRE(!games::is_over(state.outcome));
    const auto side = state.to_move;
    sample_bots::othello::EndgameTable table(16);
    REQUIRE(state.open != 0);
    const int lead =
        sample_bots::othello::solve_endgame(sample_bots::othello::PatternEvaluation(), state.own, state.other, -64, 64,
                                            table, sample_bots::othello::EndgameClock([](auto) { return false; }))
            .lead;
    AlphaBeta player(rules, {.nodes = 1'000'000'000});
    while (!games::is_over(state.outcome)) {
        rules.play(state, state.to_move == side ? player.choose(state) : sample_bots::random_move(rules, state, dice));
    }
    const int reached =
        std::popcount(rules.discs(state, side)) - std::popcount(rules.discs(state, games::opponent(side)));
    CHECK(reached >= lead);
}
