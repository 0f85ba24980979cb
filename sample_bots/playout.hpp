// Random play to the end of a game: the samples of a Monte Carlo tree search.
#pragma once

#include <bit>
#include <cstdint>

#include "games/dice.hpp"
#include "games/game.hpp"
#include "games/magnetic_cave/rules.hpp"
#include "games/othello/rules.hpp"

namespace sample_bots {

/// 0..count - 1; all but alike, which is enough for samples, and much faster than Dice::below. Requires: count > 0.
inline std::uint32_t quick_below(games::Dice& dice, std::uint32_t count) {
    return static_cast<std::uint32_t>((dice.next() >> 32) * count >> 32);
}

/// One of the bits of a word, all alike. Requires: cells != 0.
inline int random_bit(games::Dice& dice, std::uint64_t cells) {
    for (auto skip = quick_below(dice, static_cast<std::uint32_t>(std::popcount(cells))); skip > 0; --skip)
        cells &= cells - 1;
    return std::countr_zero(cells);
}

/// Any legal move, all alike. Requires: the game is not over, and what is to be drawn has been dealt.
template <games::Rules G>
typename G::Move random_move(const G& rules, const typename G::State& state, games::Dice& dice) {
    typename G::Moves moves;
    rules.moves(state, moves);
    return moves[quick_below(dice, static_cast<std::uint32_t>(moves.size()))];
}

inline games::othello::Move random_move(const games::othello::Othello&, const games::othello::Othello::State& state,
                                        games::Dice& dice) {
    using games::othello::Move;
    return state.open == 0 ? Move::pass() : Move::place(random_bit(dice, state.open));
}

inline games::magnetic_cave::Move random_move(const games::magnetic_cave::MagneticCave&,
                                              const games::magnetic_cave::MagneticCave::State& state,
                                              games::Dice& dice) {
    const auto open = games::magnetic_cave::open_cells(state.own | state.other);
    return {static_cast<std::uint8_t>(random_bit(dice, open))};
}

}  // namespace sample_bots
