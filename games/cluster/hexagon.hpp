// The hexagon of CLUSTER: the indices of its cells, its columns under each gravity, its bitboards, and runs on them.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/bits.hpp"
#include "games/game.hpp"

namespace games::cluster {

/// The number of cells along each side of the smallest and of the largest board.
inline constexpr int min_side = 3;
inline constexpr int max_side = 32;

/// The number of cells of a hexagon with this many cells along each of its sides.
constexpr int cell_count(int side) {
    return 3 * side * (side - 1) + 1;
}
/// The number of columns under any gravity, and the number of cells in the middle column.
constexpr int column_count(int side) {
    return 2 * side - 1;
}
/// The number of pellets of each colour.
constexpr int bag_size(int side) {
    return cell_count(side) / 4 / 4 * 4;
}

/// The number of pellet colours: two for each side.
inline constexpr int colours = 4;

/// The owner of a colour. Colours 0 and 2 belong to Side::first, 1 and 3 to Side::second.
constexpr Side owner(int colour) {
    return side_of(colour & 1);
}

inline constexpr int directions = 6;  ///< 0 S, 1 SW, 2 NW, 3 N, 4 NE, 5 SE

/// The coordinates of a cell relative to gravity. Columns are counted from the left, with the board rotated so that
/// gravity pulls down. Levels go upwards on a slanted axis. The neighbours above and below a cell have level + 1 and
/// level - 1. Those at the lower right and upper left have column + 1 and column - 1 on the same level. Those at the
/// upper right and lower left have both + 1 and both - 1. So with m = side - 1 the hexagon is 0 <= column, level <= 2 m
/// with |column - level| <= m, under every gravity.
struct Seat {
    int column;
    int level;
    friend constexpr bool operator==(Seat, Seat) = default;
};

/// The levels of the lowest and of the highest cell of a column, on a board with m = side - 1.
constexpr int bottom_level(int column, int m) {
    return column > m ? column - m : 0;
}
constexpr int top_level(int column, int m) {
    return column < m ? column + m : 2 * m;
}

/// The seat of the same cell after gravity has been rotated by `cycles` (0..5).
constexpr Seat turned(Seat seat, int cycles, int m) {
    for (; cycles > 0; --cycles)
        seat = {m + seat.column - seat.level, seat.column};
    return seat;
}

/// The steps in directions 0..5, in the coordinates of gravity 0.
inline constexpr std::array<Seat, directions> steps = {{{0, -1}, {-1, -1}, {-1, 0}, {0, 1}, {1, 1}, {1, 0}}};

/// The neighbouring seat in direction 0..5, in the coordinates of gravity 0.
constexpr Seat step(Seat seat, int direction) {
    const Seat by = steps[static_cast<std::size_t>(direction)];
    return {seat.column + by.column, seat.level + by.level};
}

/// Tables for a board of one size. Rules: RULES.md in this folder.
class Geometry {
public:
    /// Requires: side >= 2.
    explicit Geometry(int side);

    int side() const { return side_; }
    int cells() const { return static_cast<int>(neighbours_.size()); }
    int columns() const { return 2 * side_ - 1; }

    /// The index of the neighbour, or -1 if it would be off the board.
    int neighbour(int cell, int direction) const {
        return neighbours_[static_cast<std::size_t>(cell)][static_cast<std::size_t>(direction)];
    }
    /// The index of the cell at this seat. Requires: the seat is on the board.
    int cell(int gravity, Seat seat) const {
        return cells_at_[static_cast<std::size_t>(gravity)]
                        [static_cast<std::size_t>(seat.column * columns() + seat.level)];
    }
    /// The index of the highest cell of a column.
    int top(int gravity, int column) const { return cell(gravity, {column, top_level(column, side_ - 1)}); }
    /// The seat of the cell with this index.
    Seat seat(int gravity, int cell) const {
        return turned(seats_[static_cast<std::size_t>(cell)], gravity, side_ - 1);
    }

private:
    bool on_board(Seat seat) const;
    void number_cells();

    int side_;
    std::vector<Seat> seats_;  ///< by index of the cell, in the coordinates of gravity 0
    std::vector<std::array<std::int16_t, directions>> neighbours_;
    std::array<std::vector<std::int16_t>, directions> cells_at_;  ///< by gravity and seat; -1 off the board
};

inline Geometry::Geometry(int side) : side_(side) {
    number_cells();
    const auto seats = static_cast<std::size_t>(columns() * columns());
    for (int gravity = 0; gravity < directions; ++gravity) {
        auto& table = cells_at_[static_cast<std::size_t>(gravity)];
        table.assign(seats, -1);
        for (std::size_t number = 0; number < seats_.size(); ++number) {
            const Seat at = seat(gravity, static_cast<int>(number));
            table[static_cast<std::size_t>(at.column * columns() + at.level)] = static_cast<std::int16_t>(number);
        }
    }
    for (const Seat at : seats_) {
        auto& row = neighbours_.emplace_back();
        for (int direction = 0; direction < directions; ++direction) {
            const Seat next = step(at, direction);
            row[static_cast<std::size_t>(direction)] = static_cast<std::int16_t>(on_board(next) ? cell(0, next) : -1);
        }
    }
}

inline bool Geometry::on_board(Seat seat) const {
    return seat.column >= 0 && seat.column < columns() && seat.level >= bottom_level(seat.column, side_ - 1) &&
           seat.level <= top_level(seat.column, side_ - 1);
}

/// Numbers the cells ring by ring around the centre. Each cell, in order of its index, gives the next indices to its
/// neighbours that have none yet.
inline void Geometry::number_cells() {
    std::vector<bool> numbered(static_cast<std::size_t>(columns() * columns()));
    const auto take = [&](Seat seat) {
        const auto place = static_cast<std::size_t>(seat.column * columns() + seat.level);
        if (!on_board(seat) || numbered[place]) return;
        numbered[place] = true;
        seats_.push_back(seat);
    };
    take({side_ - 1, side_ - 1});
    for (std::size_t number = 0; number < seats_.size(); ++number) {
        for (int direction = 0; direction < directions; ++direction)
            take(step(seats_[number], direction));
    }
}

/// The bitboard of a board with up to `MaxSide` cells along each side, relative to gravity. Every column is a stack
/// that begins at its lowest cell. The *place* of a cell is its bit: column * pitch + level. The neighbours of a place
/// do not depend on the direction of gravity. A step along an axis never leads from one edge of the board to another,
/// because unused bits lie between the ends of columns.
template <int MaxSide>
struct Layout {
    static constexpr int pitch = column_count(MaxSide);
    static constexpr int places = pitch * pitch;
    /// The steps along the three axes: up, to the lower right, and to the upper right.
    static constexpr std::array<int, 3> axes = {1, pitch, pitch + 1};

    using Cells = Bits<(places + 63) / 64>;
    using Pellets = std::array<Cells, colours>;  ///< the pellets on the board, by colour

    static constexpr int place(int column, int level) { return column * pitch + level; }
    static constexpr Seat seat_of(int place) { return {place / pitch, place % pitch}; }
};

/// A player's best match, that is, run of at least `connect` pellets of one colour: the longest run or, if two are
/// equally long, the one whose colour has more pellets on the board.
struct Match {
    int length = 0;  ///< 0 if no run has at least `connect` pellets
    int pellets = 0;
    friend constexpr auto operator<=>(const Match&, const Match&) = default;
};

/// The length of the longest run through this place, counted as if a pellet of this colour were there.
template <int MaxSide>
int run_through(const typename Layout<MaxSide>::Cells& pellets, int place) {
    int longest = 1;
    for (const int step : Layout<MaxSide>::axes) {
        int length = 1;
        for (int at = place + step; at < Layout<MaxSide>::places && pellets.test(at); at += step)
            ++length;
        for (int at = place - step; at >= 0 && pellets.test(at); at -= step)
            ++length;
        longest = std::max(longest, length);
    }
    return longest;
}

template <int MaxSide>
int longest_run(const typename Layout<MaxSide>::Cells& pellets) {
    int longest = 0;
    for (const int step : Layout<MaxSide>::axes) {
        int length = 0;
        for (auto runs = pellets; runs.any(); runs &= runs >> step)
            ++length;
        longest = std::max(longest, length);
    }
    return longest;
}

/// Whether any colour has a run of `connect` along this axis. A place is a *link* if it and the next place along the
/// axis hold the same colour. A run of n pellets consists of n - 1 links in a row.
template <int MaxSide, int Step>
bool has_match_along(const typename Layout<MaxSide>::Pellets& pellets, int connect) {
    typename Layout<MaxSide>::Cells links;
    for (const auto& own : pellets)
        links |= own & (own >> Step);
    for (int length = 2; length < connect && links.any(); ++length)
        links &= links >> Step;
    return links.any();
}

template <int MaxSide>
Match best_match(const typename Layout<MaxSide>::Pellets& pellets, int connect, Side side) {
    Match best;
    for (auto colour = static_cast<std::size_t>(index(side)); colour < colours; colour += 2) {
        const int length = longest_run<MaxSide>(pellets[colour]);
        if (length >= connect) best = std::max(best, {length, pellets[colour].count()});
    }
    return best;
}

/// The outcome, judged only by the runs of pellets. Ignores bags and the ply limit.
template <int MaxSide>
Outcome judge(const typename Layout<MaxSide>::Pellets& pellets, int connect) {
    constexpr auto axes = Layout<MaxSide>::axes;
    if (!has_match_along<MaxSide, axes[0]>(pellets, connect) && !has_match_along<MaxSide, axes[1]>(pellets, connect) &&
        !has_match_along<MaxSide, axes[2]>(pellets, connect)) {
        return Outcome::ongoing;
    }
    const Match first = best_match<MaxSide>(pellets, connect, Side::first);
    const Match second = best_match<MaxSide>(pellets, connect, Side::second);
    if (first == second) return Outcome::drawn;
    return won(first > second ? Side::first : Side::second);
}

}  // namespace games::cluster
