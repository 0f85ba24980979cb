// Tests the searches of the sample bots: they find wins and losses, and they choose the same moves again if the number
// of nodes is fixed.
#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "games/dice.hpp"
#include "games/fitz/rules.hpp"
#include "games/fitz/tiles.hpp"
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

/// A position in which Side::first has four in column A and wins with A5. The other side has no threat.
MagneticCave::State nearly_won(const MagneticCave& rules) {
    auto state = rules.start();
    for (const auto cell : {cell_of('A', 1), cell_of('H', 1), cell_of('A', 2), cell_of('H', 3), cell_of('A', 3),
                            cell_of('H', 5), cell_of('A', 4), cell_of('H', 8)}) {
        rules.play(state, {cell});
    }
    return state;
}

/// A hash of the moves of a game of Magnetize between two players.
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

/// The number of threads of this process.
std::ptrdiff_t threads_now() {
    const std::filesystem::directory_iterator tasks("/proc/self/task");
    return std::distance(begin(tasks), end(tasks));
}

}  // namespace

TEST_CASE("an immediate win is played, and the opponent's is prevented") {
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

TEST_CASE("mirrored positions of Magnetic Cave have the same value") {
    const MagneticCave rules({});
    const sample_bots::Knowledge<MagneticCave> knowledge(rules);
    games::Dice dice(1);
    for (int game = 0; game < 20; ++game) {
        std::array<MagneticCave::State, 3> states{rules.start(), rules.start(), rules.start()};
        const int plies = 20 + game;
        for (int ply = 0; ply < plies && !games::is_over(states[0].outcome); ++ply) {
            const auto cell = sample_bots::random_move(rules, states[0], dice).cell;
            rules.play(states[0], {cell});
            rules.play(states[1], {static_cast<std::uint8_t>(cell ^ 7)});   // mirrored left to right
            rules.play(states[2], {static_cast<std::uint8_t>(cell ^ 56)});  // mirrored top to bottom
        }
        if (games::is_over(states[0].outcome)) continue;
        CHECK(knowledge.evaluate(states[1]) == knowledge.evaluate(states[0]));
        CHECK(knowledge.evaluate(states[2]) == knowledge.evaluate(states[0]));
    }
}

TEST_CASE(
    "mirrored positions of Magnetize with the colours exchanged have the opposite value, on boards of every size") {
    using Magnetize = games::magnetize::Magnetize<4>;
    games::Dice dice(2);
    for (const auto& [h, w] : {std::pair(2, 2), {2, 16}, {64, 2}, {5, 12}, {4, 8}, {8, 16}, {11, 11}, {5, 24}}) {
        const int height = h, width = w;
        CAPTURE(height);
        CAPTURE(width);
        games::magnetize::Config config;
        config.height = height;
        config.width = width;
        const Magnetize rules(config);
        const sample_bots::Knowledge<Magnetize> knowledge(rules);
        int compared = 0, locked = 0;
        for (int game = 0; game < 20; ++game) {
            for (auto state = rules.start(); !games::is_over(rules.outcome(state));
                 rules.play(state, sample_bots::random_move(rules, state, dice))) {
                auto mirrored = state;
                for (const std::size_t side : {0U, 1U}) {
                    mirrored.pieces[side] = {};
                    for (int cell = 0; cell < height * width; ++cell) {
                        if (state.pieces[1 - side].test(cell))
                            mirrored.pieces[side].set(cell - cell % width + width - 1 - cell % width);
                    }
                    mirrored.locks[side] = state.locks[1 - side];
                }
                ++mirrored.turns;
                REQUIRE(knowledge.evaluate(mirrored) == -knowledge.evaluate(state));
                ++compared;
                locked += state.locks[0] + state.locks[1] > 0 ? 1 : 0;
            }
        }
        CHECK(compared >= 40);
        CHECK(locked > 0);
    }
}

TEST_CASE("a fixed number of nodes gives the same moves every time") {
    const auto alphabeta = [](const auto& rules) { return AlphaBeta(rules, {.nodes = 500}); };
    const auto mcts = [](const auto& rules) { return Mcts(rules, {.nodes = 500}, 1); };
    CHECK(moves_of_game(alphabeta) == moves_of_game(alphabeta));
    CHECK(moves_of_game(mcts) == moves_of_game(mcts));
}

TEST_CASE("alphabeta's depth and score match, wherever an iteration was stopped") {
    const MagneticCave rules({});
    auto state = rules.start();
    for (const auto cell : {cell_of('A', 1), cell_of('H', 1), cell_of('A', 2), cell_of('H', 2), cell_of('H', 3)})
        rules.play(state, {cell});
    const auto thoughts_with = [&](const sample_bots::SearchLimits& limits) {
        AlphaBeta<MagneticCave> player(rules, limits, 1 << 20);
        const auto move = player.choose(state);
        const auto thoughts = player.thoughts();
        REQUIRE(!thoughts.line.empty());
        CHECK(thoughts.line.front() == move);
        return thoughts;
    };
    constexpr int max_depth = 5;
    std::array<int, max_depth + 1> scores{};  // by depth: the score of the complete iteration
    for (int depth = 1; depth <= max_depth; ++depth)
        scores[static_cast<std::size_t>(depth)] = thoughts_with({.depth = depth}).score;
    // Repeats the search, but stops it early. The best of some moves is at most as good as the best of all moves.
    for (std::uint64_t nodes = 100; nodes < 6000; nodes += 100) {
        CAPTURE(nodes);
        const auto thoughts = thoughts_with({.depth = max_depth, .nodes = nodes});
        CAPTURE(thoughts.depth);
        REQUIRE(thoughts.depth > 0);
        CHECK(thoughts.score <= scores[static_cast<std::size_t>(thoughts.depth)]);
    }
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

TEST_CASE("late in the game, alphabeta plays Othello perfectly") {
    // A position with 13 empty cells after random moves. Against any play, alphabeta must reach the lead that the
    // solver finds.
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

TEST_CASE("a search without time plays the move that the search before it expected") {
    // At 14 empty cells the solver is tried first. It takes all of the time, which is next to none.
    using std::chrono::microseconds;
    const games::othello::Othello rules({});
    games::Dice dice(17);
    int expected_moves = 0;
    int played = 0;
    for (int round = 0; round < 20; ++round) {
        auto state = rules.start();
        while (64 - std::popcount(state.own | state.other) > 16 && !games::is_over(state.outcome))
            rules.play(state, sample_bots::random_move(rules, state, dice));
        if (games::is_over(state.outcome)) continue;
        sample_bots::SearchLimits limits{.time = microseconds(1), .first_time = microseconds(11'000)};
        AlphaBeta player(rules, limits, std::size_t{1} << 20);
        rules.play(state, player.choose(state));
        const auto expected = player.thoughts();
        if (expected.line.size() < 3) continue;
        rules.play(state, expected.line[1]);
        games::othello::Othello::Moves moves;
        rules.moves(state, moves);
        if (moves.size() < 2) continue;
        ++expected_moves;
        played += player.choose(state) == expected.line[2] ? 1 : 0;
    }
    REQUIRE(expected_moves > 3);
    CHECK(played * 10 >= expected_moves * 8);  // a search of a few nodes may find a better one
}

TEST_CASE("threads that share a table find only entries that were stored") {
    // The table has so few entries that the threads use the same entries all the time.
    using Table = sample_bots::TranspositionTable<games::fitz::Move>;
    Table table(16 * sizeof(Table::Finding));
    const auto finding_of = [](std::uint64_t key) {
        const auto mixed = games::mix(key, 7);
        return Table::Finding{static_cast<std::int32_t>(mixed), static_cast<std::int8_t>(mixed >> 32 & 31),
                              sample_bots::Bound::exact, 0,
                              games::fitz::Move{static_cast<std::int16_t>(mixed >> 40 & 255),
                                                static_cast<std::int16_t>(mixed >> 48 & 255), 1}};
    };
    std::array<int, 4> found{};
    std::array<int, 4> wrong{};
    const auto use = [&](std::size_t thread) {
        games::Dice dice(thread);
        for (int i = 0; i < 300'000; ++i) {
            const auto key = games::mix(0, dice.below(40));
            table.store(key, finding_of(key));
            const auto other_key = games::mix(0, dice.below(40));
            const auto finding = table.find(other_key);
            if (!finding) continue;
            ++found[thread];
            const auto expected = finding_of(other_key);
            wrong[thread] += finding->score != expected.score || finding->move != expected.move;
        }
    };
    {
        std::vector<std::jthread> threads;
        for (std::size_t thread = 0; thread < 4; ++thread)
            threads.emplace_back(use, thread);
    }
    for (std::size_t thread = 0; thread < 4; ++thread) {
        CHECK(found[thread] > 1000);
        CHECK(wrong[thread] == 0);
    }
}

TEST_CASE("several threads see what one thread sees, and search more nodes") {
    const MagneticCave cave({});
    CHECK(AlphaBeta(cave, {.depth = 3}, AlphaBeta<MagneticCave>::usual_table_bytes, 3).choose(nearly_won(cave)).cell ==
          cell_of('A', 5));
    const games::othello::Othello othello({});
    constexpr std::size_t table_bytes = std::size_t{1} << 20;
    auto state = othello.start();
    std::uint64_t nodes_alone = 0;
    std::uint64_t nodes_of_team = 0;
    for (int ply = 0; ply < 8; ++ply) {
        AlphaBeta alone(othello, {.depth = 6}, table_bytes);
        AlphaBeta team(othello, {.depth = 6}, table_bytes, 4);
        alone.choose(state);
        const auto move = team.choose(state);
        REQUIRE(othello.legal(state, move));
        if (team.thoughts().depth > 0) CHECK(team.thoughts().depth == 6);
        nodes_alone += alone.thoughts().nodes;
        nodes_of_team += team.thoughts().nodes;
        othello.play(state, move);
    }
    CHECK(nodes_of_team > nodes_alone);
}

TEST_CASE("pondering in the other side's turn makes the next search deeper") {
    const games::othello::Othello rules({});
    const sample_bots::SearchLimits limits{.nodes = 20'000};
    AlphaBeta pondering(rules, limits);
    AlphaBeta resting(rules, limits);
    auto state = rules.start();
    int depth_pondering = 0;
    int depth_resting = 0;
    for (int turn = 0; turn < 10; ++turn) {
        const auto move = resting.choose(state);
        pondering.choose(state);
        depth_resting += resting.thoughts().depth;
        depth_pondering += pondering.thoughts().depth;
        const auto threads_before = threads_now();
        pondering.ponder(state, move);
        while (threads_now() > threads_before)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        rules.play(state, move);
        rules.play(state, AlphaBeta(rules, {.depth = 4}).choose(state));
        REQUIRE(!games::is_over(rules.outcome(state)));
    }
    CHECK(depth_pondering > depth_resting);
}

TEST_CASE("a player may be destroyed while it ponders") {
    const games::othello::Othello rules({});
    const auto state = rules.start();
    AlphaBeta player(rules, {.time = std::chrono::milliseconds(1)}, std::size_t{1} << 20, 2);
    player.ponder(state, player.choose(state));
}
