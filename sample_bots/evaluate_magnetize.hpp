// The sample bots' knowledge of Magnetize: evaluates positions and finds immediate wins.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "games/bits.hpp"
#include "games/game.hpp"
#include "games/magnetize/rules.hpp"
#include "sample_bots/knowledge.hpp"
#include "sample_bots/patterns/magnetize.hpp"
#include "sample_bots/weights.hpp"

namespace sample_bots {

/// A *window* is a place where a winning square could lie. It is alive for a side as long as it holds no piece of the
/// other side. All windows are counted together: each bit plane holds one bit of every count.
template <int Words>
class Knowledge<games::magnetize::Magnetize<Words>> {
public:
    using Rules = games::magnetize::Magnetize<Words>;
    using State = typename Rules::State;
    using Move = typename Rules::Move;
    using Moves = typename Rules::Moves;
    using Cells = typename Rules::Cells;

    static constexpr bool reduces_late_moves = false;
    static constexpr bool sorts_by_evaluation = false;
    static constexpr std::size_t slots = 64 * Words + 1;

    explicit Knowledge(const Rules& rules, std::span<const std::int8_t> weights = magnetize_weights());

    int evaluate(const State& state) const;
    bool wins_at_once(const State& state) const;
    bool keep_answers(const State& state, Moves& moves) const;
    /// Magnets make the game longer.
    int moves_left(const State& state) const {
        const int cells = rules_.config().height * rules_.config().width;
        return std::max(min_moves_left, (cells - (state.pieces[0] | state.pieces[1]).count()) / 2);
    }
    std::size_t slot(const State& state, Move move) const {
        return move.is_magnet() ? 64 * Words : static_cast<std::size_t>(rules_.landing(state, move.column()));
    }

private:
    static constexpr int min_moves_left = 10;
    static constexpr int max_planes = 13;  // a count is at most 64 * 64

    /// Numbers below 2^size, one for each cell. Plane i holds bit i of all of them.
    struct Counts {
        std::array<Cells, max_planes> planes;
        int size = 0;

        void add(const Counts& other, int shift);
    };

    Counts counts(const Cells& pieces) const;
    Cells touched_windows(const Cells& pieces) const;
    Cells cells_of(Cells windows) const;
    Cells reachable(const State& state) const;
    Cells missing_last(const State& state, games::Side side, const Counts& counts, const Cells& windows) const;
    int presence(const Counts& counts, const Cells& windows) const;

    const Rules& rules_;
    int width_;
    int square_;
    Cells starts_;  ///< the top left cells of all windows
    Cells top_row_;
    patterns::Evaluation<Rules> learned_;
};

template <int Words>
Knowledge<games::magnetize::Magnetize<Words>>::Knowledge(const Rules& rules, std::span<const std::int8_t> weights)
    : rules_(rules), width_(rules.config().width), square_(rules.config().square), learned_(rules, weights) {
    for (int row = 0; row + square_ <= rules.config().height; ++row) {
        for (int column = 0; column + square_ <= width_; ++column)
            starts_.set(row * width_ + column);
    }
    for (int column = 0; column < width_; ++column)
        top_row_.set(column);
}

/// Adds to the number of each cell the number that `other` has `shift` cells further on.
template <int Words>
void Knowledge<games::magnetize::Magnetize<Words>>::Counts::add(const Counts& other, int shift) {
    Cells carry;
    for (int i = 0; i < other.size || carry.any(); ++i) {
        if (i == size) planes[static_cast<std::size_t>(size++)] = Cells{};
        Cells& mine = planes[static_cast<std::size_t>(i)];
        const Cells theirs = i < other.size ? other.planes[static_cast<std::size_t>(i)] >> shift : Cells{};
        const Cells half = mine ^ theirs;
        const Cells both = (mine & theirs) | (half & carry);
        mine = half ^ carry;
        carry = both;
    }
}

/// The number of these pieces in the window that starts at each cell.
template <int Words>
auto Knowledge<games::magnetize::Magnetize<Words>>::counts(const Cells& pieces) const -> Counts {
    Counts one;
    one.planes[0] = pieces;
    one.size = 1;
    Counts row;
    for (int i = 0; i < square_; ++i)
        row.add(one, i);
    Counts all;
    for (int i = 0; i < square_; ++i)
        all.add(row, i * width_);
    return all;
}

/// The windows that hold at least one of these pieces.
template <int Words>
auto Knowledge<games::magnetize::Magnetize<Words>>::touched_windows(const Cells& pieces) const -> Cells {
    Cells row = pieces;
    for (int i = 1; i < square_; ++i)
        row |= pieces >> i;
    Cells all = row;
    for (int i = 1; i < square_; ++i)
        all |= row >> (i * width_);
    return all & starts_;
}

/// All cells that lie in these windows.
template <int Words>
auto Knowledge<games::magnetize::Magnetize<Words>>::cells_of(Cells windows) const -> Cells {
    Cells row = windows;
    for (int i = 1; i < square_; ++i)
        row |= windows << i;
    Cells all = row;
    for (int i = 1; i < square_; ++i)
        all |= row << (i * width_);
    return all;
}

/// The cells where a piece that is dropped now would come to rest.
template <int Words>
auto Knowledge<games::magnetize::Magnetize<Words>>::reachable(const State& state) const -> Cells {
    const Cells empty = rules_.all_cells() & ~(state.pieces[0] | state.pieces[1]);
    Cells open = top_row_ & empty;
    Cells through = empty;
    for (int step = width_; step < width_ * rules_.config().height; step *= 2) {
        open |= (open << step) & through;
        through &= through << step;
    }
    return open & ~(open >> width_);
}

/// The empty cells that would complete a square of `side`. Requires: the windows hold no piece of the other side.
template <int Words>
auto Knowledge<games::magnetize::Magnetize<Words>>::missing_last(const State& state, games::Side side,
                                                                 const Counts& counts, const Cells& windows) const
    -> Cells {
    const int wanted = square_ * square_ - 1;
    Cells nearly = windows;
    for (int i = 0; i < counts.size; ++i) {
        const Cells& plane = counts.planes[static_cast<std::size_t>(i)];
        nearly &= (wanted >> i & 1) != 0 ? plane : ~plane;
    }
    if (wanted >> counts.size != 0) return {};  // no count is that high
    return cells_of(nearly) & ~state.pieces[static_cast<std::size_t>(games::index(side))];
}

/// The value of these windows. One piece in many windows counts more than many pieces in a few windows.
template <int Words>
int Knowledge<games::magnetize::Magnetize<Words>>::presence(const Counts& counts, const Cells& windows) const {
    constexpr int window_weight = 6;
    constexpr int full_weight = 16;  // the value of a full window
    Cells touched;
    int pieces = 0;
    for (int i = 0; i < counts.size; ++i) {
        const Cells plane = counts.planes[static_cast<std::size_t>(i)] & windows;
        touched |= plane;
        pieces += plane.count() << i;
    }
    return window_weight * touched.count() + full_weight * pieces / (square_ * square_);
}

template <int Words>
bool Knowledge<games::magnetize::Magnetize<Words>>::wins_at_once(const State& state) const {
    const games::Side side = rules_.to_move(state);
    const auto own = static_cast<std::size_t>(games::index(side));
    const Cells windows = starts_ & ~touched_windows(state.pieces[1 - own]);
    const Cells missing = missing_last(state, side, counts(state.pieces[own]), windows);
    return (missing.any() && (missing & reachable(state)).any()) || wins_by_magnet(rules_, state, side);
}

/// Only two moves can prevent the square that the other side threatens: a piece in the cell that the other side would
/// fill, and perhaps the magnet.
template <int Words>
bool Knowledge<games::magnetize::Magnetize<Words>>::keep_answers(const State& state, Moves& moves) const {
    const games::Side other = games::opponent(rules_.to_move(state));
    const auto own = static_cast<std::size_t>(games::index(other));
    if (state.locks[own] != 0) return false;
    const Cells windows = starts_ & ~touched_windows(state.pieces[1 - own]);
    const Cells missing = missing_last(state, other, counts(state.pieces[own]), windows);
    if (!missing.any()) return false;
    const Cells threats = missing & reachable(state);
    if (!threats.any()) return false;
    moves.clear();
    moves.push_back(Move::drop(threats.lowest() % width_));
    moves.push_back(Move::magnet());
    return true;
}

/// The constants below were tuned in games of depth 4 against other constants, 800 games each, on 8 x 8 with square 2.
template <int Words>
int Knowledge<games::magnetize::Magnetize<Words>>::evaluate(const State& state) const {
    if (learned_.known()) {
        const int score = learned_(state) * 100 / patterns::per_log_odd;
        return rules_.to_move(state) == games::Side::first ? score : -score;
    }
    constexpr int missing_weight = 24;
    constexpr int lone_threat_weight = -60;  // the opponent will answer the threat, and its pieces are spent
    constexpr int double_threat_weight = 600;
    constexpr int magnet_weight = 60;
    constexpr int turn_weight = 40;
    const Cells landing = reachable(state);
    int score = 0;
    for (const auto side : {games::Side::first, games::Side::second}) {
        const auto own = static_cast<std::size_t>(games::index(side));
        const Cells windows = starts_ & ~touched_windows(state.pieces[1 - own]);
        const Counts own_counts = counts(state.pieces[own]);
        const Cells missing = missing_last(state, side, own_counts, windows);
        int good = presence(own_counts, windows) + missing_weight * missing.count();
        const int threats = (missing & landing).count();
        if (threats == 1 && side != rules_.to_move(state)) good += lone_threat_weight;
        if (threats > 1) good += double_threat_weight;
        if (wins_by_magnet(rules_, state, side)) good += magnet_weight;
        good -= turn_weight * std::min<int>(state.locks[own], 50);
        score += side == games::Side::first ? good : -good;
    }
    return score;
}

}  // namespace sample_bots
