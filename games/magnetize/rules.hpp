// The rules of Magnetize on bitboards: the legal moves, how the board settles, and who has won.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/bits.hpp"
#include "games/game.hpp"
#include "games/hash.hpp"
#include "games/settings.hpp"

namespace games::magnetize {

/// A written position. The rows, from the top, have equal lengths and consist of '.', '*' (black) and 'o' (white).
struct Position {
    std::vector<std::string> rows;
    Side to_move = Side::first;
    std::array<int, 2> locks{};  ///< the number of turns still to be lost, by side
};

/// The maximum number of rows, and of columns.
inline constexpr int max_side = 64;

/// The settings of a match. A valid one has height and width 2..64, square 2..min(height, width), maglock 1..1000 and
/// max_plies 1..100000; check_position has accepted its position.
struct Config {
    int height = 5;
    int width = 12;
    int square = 2;
    int maglock = 3;
    int max_plies = 240;
    std::optional<Position> position = {};  ///< before the first ply; nothing: an empty board
};

/// The settings of a match in the form that the rules use. Requires: `values` have been completed.
Config config_of(const SettingValues& values);

/// A drop into a column, or turning on one's own magnet.
struct Move {
    static constexpr std::uint8_t magnet_code = 0xff;

    std::uint8_t code = magnet_code;

    static constexpr Move drop(int column) { return Move{static_cast<std::uint8_t>(column)}; }
    static constexpr Move magnet() { return Move{}; }
    constexpr bool is_magnet() const { return code == magnet_code; }
    /// The column of a drop. Requires: !is_magnet().
    constexpr int column() const {
        assert(!is_magnet());
        return code;
    }
    friend constexpr bool operator==(Move, Move) = default;
};

/// Magnetize on boards of at most 64 * Words cells. Black is Side::first, and its magnet pulls left. White is
/// Side::second, and its magnet pulls right. Cells are numbered in reading order with row 0 on top. Rules: RULES.md in
/// this folder.
template <int Words>
class Magnetize {
public:
    using Cells = Bits<Words>;
    /// The interface of games::Rules.
    using Move = magnetize::Move;
    using Moves = MoveList<Move, 65>;

    /// A position between two turns: the board is settled.
    struct State {
        std::array<Cells, 2> pieces{};         ///< by side
        std::array<std::uint16_t, 2> locks{};  ///< turns still to lose, by side; the magnet is on while this is above 0
        std::uint32_t plies = 0;               ///< moves made
        std::uint32_t turns = 0;               ///< moves made and turns lost; the parity gives the side to move
        Outcome outcome = Outcome::ongoing;
        friend bool operator==(const State&, const State&) = default;
    };

    /// Requires: `config` is valid, and its board has at most 64 * Words cells.
    explicit Magnetize(const Config& config);

    const Config& config() const { return config_; }
    State start() const { return config_.position ? at(*config_.position) : State{}; }
    /// The state of a given start position, before the first ply. Requires: the number and the length of its rows match
    /// the config.
    State at(const Position& position) const;
    Side to_move(const State& state) const { return side_of(static_cast<int>(state.turns & 1)); }
    Outcome outcome(const State& state) const { return state.outcome; }
    /// "square", "squares of both", "board full" or "ply limit".
    std::string_view reason(const State& state) const;
    int plies(const State& state) const { return static_cast<int>(state.plies); }
    /// The number of moves made and turns lost so far.
    int turns(const State& state) const { return static_cast<int>(state.turns); }

    /// The interface of games::Hashed.
    std::uint64_t key(const State& state) const;

    /// Lists the drops from left to right, then the magnet.
    void moves(const State& state, Moves& moves) const;
    /// Whether moves() would list this move.
    bool legal(const State& state, Move move) const;
    /// Makes a move, and skips the turns that are lost after it. Requires: legal(state, move).
    void play(State& state, Move move) const;

    /// Whether these pieces contain a full `square` x `square` block.
    bool has_square(const Cells& pieces) const { return squares(pieces).any(); }
    /// The cells of all these blocks.
    Cells cells_of_squares(const Cells& pieces) const;
    /// The cell where a piece dropped into `column` comes to rest. Requires: the column's top cell is empty.
    int landing(const State& state, int column) const;
    /// Every cell of the board.
    const Cells& all_cells() const { return all_; }
    /// Lets pieces slide and fall until nothing moves. If both magnets are on, the pieces of `first` slide first.
    void settle(State& state, Side first) const;

private:
    Cells occupied(const State& state) const { return state.pieces[0] | state.pieces[1]; }
    /// A bit for each column whose top cell is empty. Row 0 is in the low bits of the first word, because a board has
    /// at most 64 columns.
    std::uint64_t open_columns(const State& state) const {
        return ~(state.pieces[0].words[0] | state.pieces[1].words[0]) & row_mask();
    }
    std::uint64_t row_mask() const { return ~std::uint64_t{0} >> (64 - config_.width); }
    /// The top left cells of the full `square` x `square` blocks.
    Cells squares(const Cells& pieces) const;
    std::uint64_t runs_in_row(const Cells& pieces, int row) const;
    /// Does the same as has_square(), but faster. Requires: every square in `pieces` contains this cell.
    bool completes_square(const Cells& pieces, int cell) const;
    void slide(State& state, Side side) const;
    Cells slid_in_steps(Cells own, const Cells& other, Side side) const;
    bool fall(State& state) const;
    void take_lost_turns(State& state) const;
    Outcome judge(const State& state) const;

    Config config_;
    Cells all_;
    Cells left_column_;
    Cells right_column_;
    Cells block_starts_;  ///< cells that can be the left end of a run of `square` cells in a row
};

/// Calls `use` with the Magnetize of the fewest words that can hold the board.
template <class Use>
decltype(auto) with_rules(const Config& config, Use&& use) {
    const int cells = config.height * config.width;
    if (cells <= 64) return use(Magnetize<1>(config));
    if (cells <= 256) return use(Magnetize<4>(config));
    if (cells <= 512) return use(Magnetize<8>(config));
    return use(Magnetize<64>(config));
}

/// The pieces of a row after they have slid to the low bits, as far as the `blocking` ones let them.
inline std::uint64_t slid_low(std::uint64_t pieces, std::uint64_t blocking) {
    std::uint64_t slid = 0;
    while (pieces != 0) {
        const std::uint64_t below = (pieces & -pieces) - 1;  // below the lowest piece
        const std::uint64_t after = blocking & ~below;
        const std::uint64_t together = after == 0 ? pieces : pieces & ((after & -after) - 1);
        const std::uint64_t run = ~std::uint64_t{0} >> (64 - std::popcount(together));
        slid |= run << std::bit_width(blocking & below);
        pieces ^= together;
    }
    return slid;
}

/// The same to the high bits of `row`.
inline std::uint64_t slid_high(std::uint64_t pieces, std::uint64_t blocking, std::uint64_t row) {
    std::uint64_t slid = 0;
    while (pieces != 0) {
        const std::uint64_t below = (pieces & -pieces) - 1;  // below the lowest piece
        const std::uint64_t after = blocking & ~below;
        const std::uint64_t reach = after == 0 ? row : (after & -after) - 1;
        const std::uint64_t together = pieces & reach;
        slid |= reach ^ (reach >> (std::popcount(together) - 1) >> 1);
        pieces ^= together;
    }
    return slid;
}

template <int Words>
Magnetize<Words>::Magnetize(const Config& config) : config_(config) {
    for (int row = 0; row < config.height; ++row) {
        for (int column = 0; column < config.width; ++column) {
            const int cell = row * config.width + column;
            all_.set(cell);
            if (column == 0) left_column_.set(cell);
            if (column == config.width - 1) right_column_.set(cell);
            if (column + config.square <= config.width) block_starts_.set(cell);
        }
    }
}

template <int Words>
auto Magnetize<Words>::at(const Position& position) const -> State {
    State state;
    for (int cell = 0; cell < config_.height * config_.width; ++cell) {
        const std::string& row = position.rows[static_cast<std::size_t>(cell / config_.width)];
        const char piece = row[static_cast<std::size_t>(cell % config_.width)];
        if (piece != '.') state.pieces[piece == '*' ? 0 : 1].set(cell);
    }
    for (std::size_t side = 0; side < 2; ++side)
        state.locks[side] = static_cast<std::uint16_t>(position.locks[side]);
    state.turns = static_cast<std::uint32_t>(index(position.to_move));
    state.outcome = judge(state);
    if (state.outcome == Outcome::ongoing && occupied(state) == all_) state.outcome = Outcome::drawn;
    return state;
}

template <int Words>
std::string_view Magnetize<Words>::reason(const State& state) const {
    if (!is_over(state.outcome)) return "";
    if (state.outcome != Outcome::drawn) return "square";
    if (has_square(state.pieces[0])) return "squares of both";
    if (occupied(state) == all_) return "board full";
    return "ply limit";
}

template <int Words>
void Magnetize<Words>::moves(const State& state, Moves& moves) const {
    moves.clear();
    if (is_over(state.outcome)) return;
    for (std::uint64_t open = open_columns(state); open != 0; open &= open - 1)
        moves.push_back(Move::drop(std::countr_zero(open)));
    moves.push_back(Move::magnet());
}

template <int Words>
bool Magnetize<Words>::legal(const State& state, Move move) const {
    if (is_over(state.outcome)) return false;
    return move.is_magnet() || (move.column() < config_.width && !occupied(state).test(move.column()));
}

template <int Words>
int Magnetize<Words>::landing(const State& state, int column) const {
    assert(open_columns(state) >> column & 1);
    if constexpr (Words <= 2) {
        const Cells blocking = occupied(state) & (left_column_ << column);
        if (!blocking.any()) return (config_.height - 1) * config_.width + column;
        return blocking.lowest() - config_.width;
    } else {
        const int cells = config_.height * config_.width;
        int below = column + config_.width;
        while (below < cells && !state.pieces[0].test(below) && !state.pieces[1].test(below))
            below += config_.width;
        return below - config_.width;
    }
}

template <int Words>
void Magnetize<Words>::play(State& state, Move move) const {
    assert(legal(state, move));
    const Side mover = to_move(state);
    const auto own = static_cast<std::size_t>(index(mover));
    ++state.plies;
    ++state.turns;
    if (move.is_magnet()) {
        state.locks[own] = static_cast<std::uint16_t>(config_.maglock);
        settle(state, mover);
        state.outcome = judge(state);
    } else {
        // A settled board stays settled, because the new piece is already at rest and only takes room away from others.
        const int cell = landing(state, move.column());
        state.pieces[own].set(cell);
        if (completes_square(state.pieces[own], cell)) {
            state.outcome = won(mover);
        } else if (open_columns(state) == 0 && occupied(state) == all_) {
            state.outcome = Outcome::drawn;
        }
    }
    take_lost_turns(state);
    if (state.outcome == Outcome::ongoing && plies(state) >= config_.max_plies) state.outcome = Outcome::drawn;
}

template <int Words>
void Magnetize<Words>::take_lost_turns(State& state) const {
    while (state.outcome == Outcome::ongoing) {
        auto& lock = state.locks[state.turns & 1];
        if (lock == 0) return;
        const Side loser = to_move(state);
        ++state.turns;
        if (--lock == 0) {
            settle(state, opponent(loser));
            state.outcome = judge(state);
        }
    }
}

template <int Words>
Outcome Magnetize<Words>::judge(const State& state) const {
    const bool black = has_square(state.pieces[0]);
    const bool white = has_square(state.pieces[1]);
    if (black != white) return won(black ? Side::first : Side::second);
    return black ? Outcome::drawn : Outcome::ongoing;  // a drop that fills the board would have ended the game
}

template <int Words>
std::uint64_t Magnetize<Words>::key(const State& state) const {
    std::uint64_t hash = mix(hash_of(to_move(state)), state.locks[0] | std::uint64_t{state.locks[1]} << 16);
    for (const Cells& pieces : state.pieces) {
        for (const auto word : pieces.words)
            hash = mix(hash, word);
    }
    return hash;
}

/// The cells of a row where a run of `square` pieces begins and extends to the right.
template <int Words>
std::uint64_t Magnetize<Words>::runs_in_row(const Cells& pieces, int row) const {
    std::uint64_t runs = pieces.slice(row * config_.width) & row_mask();
    for (int length = 1; length < config_.square;) {
        const int step = std::min(length, config_.square - length);
        runs &= runs >> step;
        length += step;
    }
    return runs;
}

template <int Words>
bool Magnetize<Words>::completes_square(const Cells& pieces, int cell) const {
    if constexpr (Words == 1) return has_square(pieces);
    const int row = cell / config_.width;
    const int last = std::min(config_.height - 1, row + config_.square - 1);
    std::array<std::uint64_t, max_side> runs;
    int rows = 0;  // the number of consecutive rows, up to this one, that contain a run
    for (int r = std::max(0, row - config_.square + 1); r <= last; ++r) {
        runs[static_cast<std::size_t>(rows)] = runs_in_row(pieces, r);
        rows = runs[static_cast<std::size_t>(rows)] != 0 ? rows + 1 : 0;
        if (rows < config_.square) continue;
        std::uint64_t common = ~std::uint64_t{0};
        for (int i = rows - config_.square; i < rows; ++i)
            common &= runs[static_cast<std::size_t>(i)];
        if (common != 0) return true;
    }
    return false;
}

template <int Words>
auto Magnetize<Words>::squares(const Cells& pieces) const -> Cells {
    const auto grow = [this](Cells runs, int step_cells) {
        for (int length = 1; length < config_.square;) {
            const int step = std::min(length, config_.square - length);
            runs &= runs >> (step * step_cells);
            length += step;
        }
        return runs;
    };
    return grow(grow(pieces, 1) & block_starts_, config_.width);
}

template <int Words>
auto Magnetize<Words>::cells_of_squares(const Cells& pieces) const -> Cells {
    const Cells corners = squares(pieces);
    Cells cells;
    for (int row = 0; row < config_.square; ++row) {
        for (int column = 0; column < config_.square; ++column)
            cells |= corners << (row * config_.width + column);
    }
    return cells;
}

template <int Words>
void Magnetize<Words>::settle(State& state, Side first) const {
    // Sliding never makes room for another slide. So the round in which nothing falls is the last one.
    bool again = true;
    while (again) {
        slide(state, first);
        slide(state, opponent(first));
        again = fall(state) && (state.locks[0] != 0 || state.locks[1] != 0);
    }
}

template <int Words>
void Magnetize<Words>::slide(State& state, Side side) const {
    if (state.locks[static_cast<std::size_t>(index(side))] == 0) return;
    Cells& own = state.pieces[static_cast<std::size_t>(index(side))];
    const Cells& other = state.pieces[static_cast<std::size_t>(index(opponent(side)))];
    if constexpr (Words == 1) {
        own = slid_in_steps(own, other, side);  // faster on small boards
        return;
    }
    Cells slid;
    for (int row = 0; row < config_.height; ++row) {
        const int first = row * config_.width;
        const std::uint64_t pieces = own.slice(first) & row_mask();
        if (pieces == 0) continue;
        const std::uint64_t blocking = other.slice(first) & row_mask();
        slid.put(first, side == Side::first ? slid_low(pieces, blocking) : slid_high(pieces, blocking, row_mask()));
    }
    own = slid;
}

/// Moves all pieces one cell at a time.
template <int Words>
auto Magnetize<Words>::slid_in_steps(Cells own, const Cells& other, Side side) const -> Cells {
    for (;;) {
        const Cells empty = all_ & ~(own | other);
        Cells movers;
        if (side == Side::first) {
            movers = own & ~left_column_ & (empty << 1);
            own = (own ^ movers) | (movers >> 1);
        } else {
            movers = own & ~right_column_ & (empty >> 1);
            own = (own ^ movers) | (movers << 1);
        }
        if (!movers.any()) return own;
    }
}

template <int Words>
bool Magnetize<Words>::fall(State& state) const {
    const auto loose = [&](std::size_t side) { return state.locks[side] == 0 ? state.pieces[side] : Cells{}; };
    bool fell = false;
    for (;;) {
        const Cells above_empty = (all_ & ~occupied(state)) >> config_.width;
        const std::array<Cells, 2> movers = {loose(0) & above_empty, loose(1) & above_empty};
        if (!(movers[0] | movers[1]).any()) return fell;
        for (std::size_t side = 0; side < 2; ++side) {
            state.pieces[side] = (state.pieces[side] ^ movers[side]) | (movers[side] << config_.width);
        }
        fell = true;
    }
}

}  // namespace games::magnetize
