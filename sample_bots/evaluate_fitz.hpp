// The sample bots' knowledge of fitz on boards whose moves are listed: which side will soon have no place for a tile.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "games/bits.hpp"
#include "games/fitz/rules.hpp"
#include "games/game.hpp"
#include "sample_bots/knowledge.hpp"

namespace sample_bots {

/// Both sides know which tiles come next and which side has to place them. A tile with few places left endangers the
/// side that has to place it. A tile without a place decides the game, unless the game ends earlier. It does not matter
/// which side has filled a cell.
template <int Words>
class Knowledge<games::fitz::Fitz<games::Bits<Words>>> {
public:
    using Rules = games::fitz::Fitz<games::Bits<Words>>;
    using State = typename Rules::State;
    using Move = typename Rules::Move;
    using Cells = games::Bits<Words>;

    static constexpr bool reduces_late_moves = false;
    static constexpr bool sorts_by_evaluation = false;
    static constexpr std::size_t slots = static_cast<std::size_t>(games::fitz::rotations) * Cells::capacity;
    /// wins_at_once() misses no win.
    static constexpr bool sees_every_win = true;

    explicit Knowledge(const Rules& rules)
        : rules_(rules), ahead_(std::min<std::uint32_t>(max_ahead, 2 * tile_count())) {}

    int evaluate(const State& state) const;
    bool wins_at_once(const State& state) const;
    /// Tiles that fill all empty cells: a game ends a little earlier.
    int moves_left(const State& state) const {
        const int empty = rules_.height() * rules_.width() - state.taken.count();
        return empty * static_cast<int>(tile_count()) / (2 * tile_cells());
    }
    std::size_t slot(const State& state, Move move) const;
    /// Whether an earlier rotation in the list has the same shape.
    bool repeats(const State& state, Move move) const { return rules_.figure(state.tile, move.quarter_turns).repeated; }

private:
    using Figure = games::fitz::Figure;

    static constexpr std::uint32_t max_ahead = 8;

    std::uint32_t tile_count() const { return static_cast<std::uint32_t>(rules_.tiles().size()); }
    /// The number of cells that all tiles together fill.
    int tile_cells() const {
        int cells = 0;
        for (std::uint32_t tile = 0; tile < tile_count(); ++tile)
            cells += rules_.figure(tile, 0).shape.count;
        return cells;
    }
    static Cells cells_at(const Figure& figure, int place);
    int places_left(const Cells& taken, std::uint32_t tile) const;
    bool blocks_all(const State& state, const Figure& blocker, int cell, std::uint32_t blocked,
                    const Cells& another) const;

    const Rules& rules_;
    std::uint32_t ahead_;  ///< the number of upcoming tiles that the evaluation considers
};

template <int Words>
auto Knowledge<games::fitz::Fitz<games::Bits<Words>>>::cells_at(const Figure& figure, int place) -> Cells {
    Cells cells;
    for (std::size_t i = 0; i < static_cast<std::size_t>(figure.shape.count); ++i)
        cells.set(place + figure.offsets[i]);
    return cells;
}

/// The number of places for a tile. Rotations of the same shape count once.
template <int Words>
int Knowledge<games::fitz::Fitz<games::Bits<Words>>>::places_left(const Cells& taken, std::uint32_t tile) const {
    int places = 0;
    for (int turn = 0; turn < games::fitz::rotations; ++turn) {
        const Figure& figure = rules_.figure(tile, turn);
        if (!figure.repeated) places += rules_.good_places(taken, figure).count();
    }
    return places;
}

/// The weights were tuned in games between alphabeta bots of a fixed depth with different weights.
template <int Words>
int Knowledge<games::fitz::Fitz<games::Bits<Words>>>::evaluate(const State& state) const {
    constexpr int danger_weight = 6000;
    constexpr int dead_weight = 20000;
    int score = 0;  // from the mover's point of view
    std::uint32_t tile = state.tile;
    for (std::uint32_t turn = 0; turn < ahead_; ++turn, tile = tile + 1 < tile_count() ? tile + 1 : 0) {
        const int left = places_left(state.taken, tile);
        const int soon = static_cast<int>(max_ahead + 4 - turn);
        const int danger = left == 0 ? dead_weight * soon / 8 : danger_weight * soon / (8 * (left + 1));
        score += turn % 2 == 0 ? -danger : danger;
        if (left == 0) break;
    }
    return rules_.to_move(state) == games::Side::first ? score : -score;
}

/// A winning move must cover a cell of every place that the opponent's tile has. So only the moves that cover a cell of
/// one of these places are tried.
template <int Words>
bool Knowledge<games::fitz::Fitz<games::Bits<Words>>>::wins_at_once(const State& state) const {
    const std::uint32_t blocked = state.tile + 1 < tile_count() ? state.tile + 1 : 0;
    const int size = rules_.figure(state.tile, 0).shape.count;
    const int other_size = rules_.figure(blocked, 0).shape.count;
    // A cell lies in at most as many places of a figure as the figure has cells.
    const int most = size * other_size * games::fitz::rotations;
    int left = 0;
    const Figure* target = nullptr;  // the rotation with a place that has to be covered
    Cells targets;
    Cells another;  // the cells of one more such place, often of another rotation
    for (int turn = 0; turn < games::fitz::rotations; ++turn) {
        const Figure& figure = rules_.figure(blocked, turn);
        if (figure.repeated) continue;
        const Cells places = rules_.good_places(state.taken, figure);
        if (!places.any()) continue;
        left += places.count();
        if (left > most) return false;
        if (!target) targets = places;
        if (!target) target = &figure;
        another = cells_at(figure, places.highest());
    }
    if (left == 0) return true;
    const int place = targets.lowest();
    for (std::size_t i = 0; i < static_cast<std::size_t>(target->shape.count); ++i) {
        for (int turn = 0; turn < games::fitz::rotations; ++turn) {
            const Figure& blocker = rules_.figure(state.tile, turn);
            if (blocker.repeated) continue;
            if (blocks_all(state, blocker, place + target->offsets[i], blocked, another)) return true;
        }
    }
    return false;
}

/// Whether the blocker can be placed over this cell so that the blocked tile has no place left. `another`: the cells of
/// one place that the blocker has to cover as well.
template <int Words>
bool Knowledge<games::fitz::Fitz<games::Bits<Words>>>::blocks_all(const State& state, const Figure& blocker, int cell,
                                                                  std::uint32_t blocked, const Cells& another) const {
    const int row = cell / rules_.width();
    const int column = cell % rules_.width();
    for (std::size_t i = 0; i < static_cast<std::size_t>(blocker.shape.count); ++i) {
        const int place_row = row - blocker.shape.cells[i].row;
        const int place_column = column - blocker.shape.cells[i].column;
        if (place_row < 0 || place_row > blocker.last_row || place_column < 0 || place_column > blocker.last_column)
            continue;
        const Cells cells = cells_at(blocker, place_row * rules_.width() + place_column);
        if ((cells & state.taken).any() || !(cells & another).any()) continue;
        if (!rules_.has_good_place(state.taken | cells, blocked)) return true;
    }
    return false;
}

template <int Words>
std::size_t Knowledge<games::fitz::Fitz<games::Bits<Words>>>::slot(const State& state, Move move) const {
    const Figure& figure = rules_.figure(state.tile, move.quarter_turns);
    int form = 0;
    while (!rules_.figure(state.tile, form).shape.same_form(figure.shape))
        ++form;
    const auto place = rules_.place_of(figure, move);
    return static_cast<std::size_t>(form * Cells::capacity + place.value_or(0));
}

}  // namespace sample_bots
