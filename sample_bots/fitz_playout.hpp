// The samples of a Monte Carlo tree search of fitz: games of moves that are random, but not careless.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "games/bits.hpp"
#include "games/dice.hpp"
#include "games/fitz/rules.hpp"
#include "games/game.hpp"
#include "sample_bots/playout.hpp"

namespace sample_bots {

/// All places of a tile on a board. Of rotations that look the same one counts.
template <int Words>
class FitzPlaces {
public:
    using Rules = games::fitz::Fitz<games::Bits<Words>>;
    using Cells = games::Bits<Words>;

    FitzPlaces(const Rules& rules, const Cells& taken, std::uint32_t tile) {
        for (std::size_t turn = 0; turn < games::fitz::rotations; ++turn) {
            const auto& figure = rules.figure(tile, static_cast<int>(turn));
            if (figure.repeated) continue;
            places_[turn] = rules.good_places(taken, figure);
            all_ += count_[turn] = static_cast<std::uint32_t>(places_[turn].count());
        }
    }

    std::uint32_t count() const { return all_; }

    /// The cells that the tile fills at one of the places, all alike. Requires: there is one; the same rules and tile.
    Cells random(const Rules& rules, std::uint32_t tile, games::Dice& dice) const {
        std::uint32_t drawn = quick_below(dice, all_);
        std::size_t turn = 0;
        for (; drawn >= count_[turn]; ++turn)
            drawn -= count_[turn];
        const auto& words = places_[turn].words;
        std::size_t word = 0;
        for (std::uint32_t here; drawn >= (here = static_cast<std::uint32_t>(std::popcount(words[word]))); ++word)
            drawn -= here;
        std::uint64_t places = words[word];
        for (; drawn > 0; --drawn)
            places &= places - 1;
        const int place = static_cast<int>(word) * 64 + std::countr_zero(places);
        const auto& figure = rules.figure(tile, static_cast<int>(turn));
        Cells cells;
        for (std::size_t i = 0; i < static_cast<std::size_t>(figure.shape.count); ++i)
            cells.set(place + figure.offsets[i]);
        return cells;
    }

private:
    std::array<Cells, games::fitz::rotations> places_;
    std::array<std::uint32_t, games::fitz::rotations> count_{};
    std::uint32_t all_ = 0;
};

/// The result of one game in which each side draws two places for its tile, and takes the one that leaves the other
/// side fewer. Only the filled cells matter, so nothing else is kept. Where a game takes milliseconds `stop()` is asked
/// before each move: the game goes on (Outcome::ongoing) if it says so.
template <int Words, class Stop>
games::Outcome playout_of_fitz(const games::fitz::Fitz<games::Bits<Words>>& rules,
                               const typename games::fitz::Fitz<games::Bits<Words>>::State& state, games::Dice& dice,
                               Stop stop) {
    using Places = FitzPlaces<Words>;
    constexpr bool takes_long = Words > 4;
    auto taken = state.taken;
    games::Side mover = state.to_move;
    std::uint32_t tile = state.tile;
    for (Places places(rules, taken, tile); places.count() > 0; mover = games::opponent(mover)) {
        if (takes_long && stop()) return games::Outcome::ongoing;
        const std::uint32_t next = tile + 1 < rules.tiles().size() ? tile + 1 : 0;
        const auto one = taken | places.random(rules, tile, dice);
        const auto other = taken | places.random(rules, tile, dice);
        places = Places(rules, one, next);
        taken = one;
        if (other != one) {
            const Places after_other(rules, other, next);
            if (after_other.count() < places.count()) {
                places = after_other;
                taken = other;
            }
        }
        tile = next;
    }
    return games::won(games::opponent(mover));
}

}  // namespace sample_bots
