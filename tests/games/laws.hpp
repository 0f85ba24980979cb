// The laws that every game of the catalogue must keep. Failures are reported through doctest.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
#include <vector>

#include "games/game.hpp"
#include "games/spec.hpp"
#include "tests/games/random.hpp"

namespace games_test {

/// A game of the catalogue.
using CatalogueGame = std::shared_ptr<const games::GameInfo>;

/// Returns up to `count` specs of the game: the default, the extremes, and random values near the lower limits, where
/// games are short and full of events.
std::vector<games::GameSpec> some_specs(const CatalogueGame& game, int count, Random& random);

/// Checks one random game of at most `max_plies` plies: listings, refusals, blocks, frames, turns and the end.
void check_play(const games::GameSpec& spec, std::uint64_t seed, int max_plies);

/// Checks that the same seed and choices give the same game twice, and that replaying the moves gives the same frames.
void check_repeatable(const games::GameSpec& spec, std::uint64_t seed, int max_plies);

/// Checks that each position of one random game is the same after it is written and read: the shown board and the side
/// to move. If the game draws no hands, also compares the legal moves and the rest of the game.
void check_positions(const games::GameSpec& spec, std::uint64_t seed, int max_plies);

/// Checks the names, ranges and defaults of the settings, and that invalid values are refused.
void check_settings(const CatalogueGame& game);

/// Checks the laws of a rule core without the Board, in one random game. `universe`: every move that can exist on any
/// board of the game.
template <games::Rules G>
void check_rule_core(const G& rules, std::span<const typename G::Move> universe, Random& random) {
    auto state = rules.start();
    REQUIRE(state == rules.start());
    typename G::Moves moves;
    games::Dice dice(random.bits());
    while (true) {
        if constexpr (games::Dealt<G>) {
            if (!games::is_over(rules.outcome(state))) rules.deal(state, dice);
        }
        rules.moves(state, moves);
        for (const auto move : universe) {
            const auto times = std::count(moves.begin(), moves.end(), move);
            REQUIRE(times <= 1);
            REQUIRE(rules.legal(state, move) == (times == 1));
        }
        for (const auto move : moves)
            REQUIRE(std::count(universe.begin(), universe.end(), move) == 1);
        if constexpr (games::CountsMoves<G>) REQUIRE(rules.count_moves(state) == moves.size());
        REQUIRE(moves.empty() == games::is_over(rules.outcome(state)));
        REQUIRE(rules.reason(state).empty() != moves.empty());
        if (moves.empty()) return;
        const auto move = moves[static_cast<std::size_t>(random.below(static_cast<int>(moves.size())))];
        const auto before = state;
        auto twin = state;
        rules.play(state, move);
        REQUIRE(twin == before);
        REQUIRE_FALSE(state == before);
        REQUIRE(rules.plies(state) == rules.plies(before) + 1);
        rules.play(twin, move);
        REQUIRE(twin == state);
    }
}

}  // namespace games_test
