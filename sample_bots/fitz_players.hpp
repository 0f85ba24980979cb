// The two automatic players of fitz, which games/fitz/RULES.md describes.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "games/fitz/rules.hpp"
#include "games/game.hpp"

namespace sample_bots {

/// The middle of a tile. A move names it.
struct Middle {
    int row;
    int column;
};

/// Finds the next middle at which a tile fits, forward or backward from a given middle. Cells are only ever filled,
/// never emptied. So a row in which a tile fits nowhere is not searched again, and the board is searched about once per
/// match in total, not once per turn.
template <class G>
class FitzScan {
public:
    using State = typename G::State;

    /// Requires: `rules` outlives the scan. One scan serves one match.
    explicit FitzScan(const G& rules)
        : rules_(rules),
          words_((static_cast<std::size_t>(rules.height()) + 63) / 64),
          dead_rows_(rules.tiles().size() * games::fitz::rotations * words_) {}

    /// Searches from `from` in reading order, and wraps around to the first middle. Returns nothing if the current tile
    /// does not fit in this rotation.
    std::optional<Middle> forward(const State& state, int quarter_turns, Middle from) {
        const Row row = row_of(state, quarter_turns);
        const int begin = from.row - row.down;
        const int column = std::max(0, from.column - row.right);
        if (begin >= 0 && begin <= row.figure.last_row && !is_dead(row, begin)) {
            const int found = rules_.first_good(state.taken, row.figure, begin, column);
            if (found >= 0) return middle(row, begin, found);
        }
        if (const auto found = first_between(state, row, begin + 1, row.figure.last_row)) return found;
        return first_between(state, row, 0, std::min(begin, row.figure.last_row));
    }

    /// Searches backward from `from`, and wraps around to the last middle.
    std::optional<Middle> backward(const State& state, int quarter_turns, Middle from) {
        const Row row = row_of(state, quarter_turns);
        const int begin = from.row - row.down;
        const int column = from.column - row.right;
        if (begin >= 0 && begin <= row.figure.last_row && !is_dead(row, begin)) {
            const int found = rules_.last_good(state.taken, row.figure, begin, column);
            if (found >= 0) return middle(row, begin, found);
        }
        if (const auto found = last_between(state, row, 0, begin - 1)) return found;
        return last_between(state, row, std::max(begin, 0), row.figure.last_row);
    }

private:
    /// A tile in one rotation, and the rows that are known to have no place for it.
    struct Row {
        const games::fitz::Figure& figure;
        std::uint64_t* dead;
        int down;   ///< from the row of a place to that of the middle
        int right;  ///< from the column of a place to that of the middle
    };

    Row row_of(const State& state, int quarter_turns) {
        const auto& figure = rules_.figure(state.tile, quarter_turns);
        const auto number = state.tile * games::fitz::rotations + static_cast<std::size_t>(quarter_turns);
        return {figure, dead_rows_.data() + number * words_, games::fitz::tile_middle - figure.shape.top,
                games::fitz::tile_middle - figure.shape.left};
    }

    static Middle middle(const Row& row, int place_row, int place_column) {
        return {place_row + row.down, place_column + row.right};
    }
    static bool is_dead(const Row& row, int number) { return (row.dead[number / 64] >> (number & 63) & 1) != 0; }
    static void bury(const Row& row, int number) { row.dead[number / 64] |= std::uint64_t{1} << (number & 63); }

    std::optional<Middle> first_between(const State& state, const Row& row, int first, int last) {
        for (int number = std::max(first, 0); number <= last;) {
            const std::uint64_t alive = ~row.dead[number / 64] >> (number & 63);
            if (alive == 0) {
                number = (number / 64 + 1) * 64;
                continue;
            }
            number += std::countr_zero(alive);
            if (number > last) break;
            const int found = rules_.first_good(state.taken, row.figure, number, 0);
            if (found >= 0) return middle(row, number, found);
            bury(row, number);
        }
        return std::nullopt;
    }

    std::optional<Middle> last_between(const State& state, const Row& row, int first, int last) {
        for (int number = std::min(last, row.figure.last_row); number >= first;) {
            const std::uint64_t alive = ~row.dead[number / 64] << (63 - (number & 63));
            if (alive == 0) {
                number = number / 64 * 64 - 1;
                continue;
            }
            number -= std::countl_zero(alive);
            if (number < first) break;
            const int found = rules_.last_good(state.taken, row.figure, number, rules_.width());
            if (found >= 0) return middle(row, number, found);
            bury(row, number);
        }
        return std::nullopt;
    }

    const G& rules_;
    std::size_t words_;
    std::vector<std::uint64_t> dead_rows_;  ///< one bit for each row; `words_` words for each rotation of each tile
};

template <class G>
typename G::Move move_at(Middle middle, int quarter_turns) {
    return {static_cast<std::int16_t>(middle.row), static_cast<std::int16_t>(middle.column),
            static_cast<std::uint8_t>(quarter_turns)};
}

/// The player of `fitz1`. Continues from the last move of the match, and tries one rotation after the other.
template <class G>
class FitzPlayer1 {
public:
    FitzPlayer1(const G& rules, games::Side) : scan_(rules) {}

    void hear(games::Side, typename G::Move move) { last_ = {move.row, move.column}; }

    /// Requires: the game is not over.
    typename G::Move choose(const typename G::State& state) {
        for (int turn = 0; turn < games::fitz::rotations; ++turn) {
            if (const auto found = scan_.forward(state, turn, last_)) return move_at<G>(*found, turn);
        }
        return {};
    }

private:
    FitzScan<G> scan_;
    Middle last_{-games::fitz::tile_middle, -games::fitz::tile_middle};
};

/// The player of `fitz2`. Continues from its own last move, and tries all rotations at each middle. The second
/// side goes backward.
template <class G>
class FitzPlayer2 {
public:
    FitzPlayer2(const G& rules, games::Side you) : rules_(rules), scan_(rules), you_(you) {
        constexpr int beyond = games::fitz::tile_middle;
        if (forward()) last_ = {-beyond, -beyond};
        if (!forward()) last_ = {rules.height() - 1 + beyond, rules.width() - 1 + beyond};
    }

    void hear(games::Side side, typename G::Move move) {
        if (side == you_) last_ = {move.row, move.column};
    }

    /// Requires: the game is not over.
    typename G::Move choose(const typename G::State& state) {
        typename G::Move best{};
        int least = -1;
        for (int turn = 0; turn < games::fitz::rotations; ++turn) {
            const auto found = forward() ? scan_.forward(state, turn, last_) : scan_.backward(state, turn, last_);
            if (!found) continue;
            const int steps = forward() ? steps_between(last_, *found) : steps_between(*found, last_);
            if (least >= 0 && steps >= least) continue;
            least = steps;
            best = move_at<G>(*found, turn);
        }
        return best;
    }

private:
    bool forward() const { return you_ == games::Side::first; }

    /// The number of middles from `from` to `to` in reading order, with wrap-around.
    int steps_between(Middle from, Middle to) const {
        const int columns = rules_.width() + 2 * games::fitz::tile_middle;
        const int all = columns * (rules_.height() + 2 * games::fitz::tile_middle);
        const int steps = (to.row - from.row) * columns + to.column - from.column;
        return steps < 0 ? steps + all : steps;
    }

    const G& rules_;
    FitzScan<G> scan_;
    games::Side you_;
    Middle last_{};
};

}  // namespace sample_bots
