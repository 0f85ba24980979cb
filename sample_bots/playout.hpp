// Random play to the end of a game: the samples of a Monte Carlo tree search.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "games/dice.hpp"
#include "games/fitz/rules.hpp"
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

/// The result of one game of random moves of fitz. Only the filled cells matter, so nothing else is kept; rotations of
/// the same form count once.
template <int Words>
games::Outcome playout_of_fitz(const games::fitz::Fitz<games::Bits<Words>>& rules,
                               const typename games::fitz::Fitz<games::Bits<Words>>::State& state, games::Dice& dice) {
    using games::fitz::rotations;
    auto taken = state.taken;
    games::Side mover = state.to_move;
    const auto tiles = static_cast<std::uint32_t>(rules.tiles().size());
    for (std::uint32_t tile = state.tile;; tile = tile + 1 < tiles ? tile + 1 : 0, mover = games::opponent(mover)) {
        games::Bits<Words> places[rotations];
        std::uint32_t count[rotations] = {};
        std::uint32_t all = 0;
        for (int turn = 0; turn < rotations; ++turn) {
            const auto& figure = rules.figure(tile, turn);
            if (figure.repeated) continue;
            places[turn] = rules.good_places(taken, figure);
            all += count[turn] = static_cast<std::uint32_t>(places[turn].count());
        }
        if (all == 0) return games::won(games::opponent(mover));
        std::uint32_t drawn = quick_below(dice, all);
        int turn = 0;
        for (; drawn >= count[turn]; ++turn)
            drawn -= count[turn];
        std::size_t word = 0;
        for (std::uint32_t here; drawn >= (here = static_cast<std::uint32_t>(std::popcount(places[turn].words[word])));
             ++word)
            drawn -= here;
        std::uint64_t cells = places[turn].words[word];
        for (; drawn > 0; --drawn)
            cells &= cells - 1;
        const auto& figure = rules.figure(tile, turn);
        const int place = static_cast<int>(word) * 64 + std::countr_zero(cells);
        for (std::size_t i = 0; i < static_cast<std::size_t>(figure.shape.count); ++i)
            taken.set(place + figure.offsets[i]);
    }
}

}  // namespace sample_bots
