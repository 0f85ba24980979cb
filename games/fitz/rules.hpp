// The rules of fitz on bitboards: where the next tile can be placed, and which player has lost because there is no
// place.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "games/bits.hpp"
#include "games/fitz/tiles.hpp"
#include "games/game.hpp"
#include "games/hash.hpp"
#include "games/settings.hpp"

namespace games::fitz {

/// A saved position: the content of its file, not yet checked against the tiles.
struct SavedPosition {
    int next_tile = 0;
    Side next_player = Side::first;
    int height = 0;
    int width = 0;
    std::vector<std::string> board;  ///< `height` rows of `width` cells: '.', '*' or '#'
};

/// The maximum number of rows, and of columns.
inline constexpr int max_side = 999;
/// The maximum number of cells of a board whose moves are listed.
inline constexpr int max_listed_cells = 4096;
/// More plies than the largest board has cells.
inline constexpr int longest_game = 1'000'000;

/// The settings of a match. A valid one has height and width 1..999, max_plies 1..1000000, and at least one tile, each
/// with at least one filled cell. A saved position has the same height and width, and its next tile exists.
struct Config {
    int height = 10;
    int width = 10;
    std::vector<Tile> tiles;
    std::optional<SavedPosition> saved;
    int max_plies = 101;

    int cells() const { return height * width; }
};

/// The settings of a match in the form that the rules use. Requires: `values` have been completed.
Config config_of(const SettingValues& values);

/// A set of cells whose capacity is fixed at construction.
class LargeCells {
public:
    LargeCells() = default;
    /// Creates an empty set with room for `cells` cells.
    explicit LargeCells(int cells) : words_(static_cast<std::size_t>(cells) / 64 + 2) {}

    bool test(int cell) const { return words_[word_of(cell)] >> (cell & 63) & 1; }
    void set(int cell) { words_[word_of(cell)] |= std::uint64_t{1} << (cell & 63); }

    /// Returns 64 cells, starting with `first` in the least significant bit. Cells beyond the last one are 0. Requires:
    /// `first` is a cell.
    std::uint64_t slice(int first) const {
        const std::uint64_t* word = words_.data() + word_of(first);
        const int skip = first & 63;
        // Shifts twice, because a shift by 64 is undefined.
        return word[0] >> skip | word[1] << 1 << (63 - skip);
    }

    friend bool operator==(const LargeCells&, const LargeCells&) = default;

private:
    static std::size_t word_of(int cell) { return static_cast<std::size_t>(cell) / 64; }

    std::vector<std::uint64_t> words_;
};

/// The cell of the tile's middle, and the rotation of the tile. A number that is out of range on every board becomes
/// one that the rules reject.
struct Move {
    std::int16_t row;
    std::int16_t column;
    std::uint8_t quarter_turns;  ///< clockwise; `rotations` if the rotation is invalid

    friend constexpr bool operator==(const Move&, const Move&) = default;
};

/// A tile in one rotation on a board of a certain size. Its *place* is the cell of the board under the top left cell of
/// its shape. A place is good if all filled cells of the shape lie on empty cells of the board.
struct Figure {
    Shape shape;
    int last_row = 0;                       ///< the last row that can be a place; negative if there is none
    int last_column = 0;                    ///< the last column that can be a place; negative if there is none
    bool repeated = false;                  ///< an earlier rotation of the tile fills the same cells
    std::array<int, tile_cells> offsets{};  ///< of the filled cells from the place, ascending
};

/// A set of cells whose capacity is known at compile time. The moves on such a board are listed.
template <class Cells>
concept FixedSize = requires {
    Cells::capacity;
};

/// fitz on boards whose cells are stored in a `Cells`: games::Bits, or LargeCells for boards whose moves are not
/// listed. Cells are numbered in reading order. Rules: RULES.md in this folder.
template <class Cells>
class Fitz {
public:
    static constexpr bool is_large = !FixedSize<Cells>;

    /// The interface of games::Rules. If moves are not listed, their number has no bound.
    using Move = fitz::Move;
    using Moves = typename decltype([] {
        if constexpr (is_large) {
            return std::type_identity<std::vector<Move>>();
        } else {
            return std::type_identity<MoveList<Move, static_cast<std::size_t>(rotations * Cells::capacity)>>();
        }
    }())::type;

    /// The part of a position that only large boards have.
    struct Memory {
        /// For each tile, the first good place that the last search for it found: rotation times cells plus place. A
        /// filled cell never becomes empty again, so no place before that one can have become good. This member follows
        /// from the moves made, so it is not compared.
        std::vector<std::uint32_t> searched;
        Move last{};  ///< the last move; meaningless before the first

        friend bool operator==(const Memory& a, const Memory& b) { return a.last == b.last; }
    };
    /// Replaces Memory on smaller boards.
    struct NoMemory {
        friend bool operator==(const NoMemory&, const NoMemory&) = default;
    };

    /// A position between two turns.
    struct State {
        Cells taken;   ///< every filled cell
        Cells second;  ///< the cells that Side::second has filled
        std::uint32_t plies = 0;
        std::uint32_t tile = 0;  ///< the tile to be placed next
        Side to_move = Side::first;
        Outcome outcome = Outcome::ongoing;
        [[no_unique_address]] std::conditional_t<is_large, Memory, NoMemory> memory;
        friend bool operator==(const State&, const State&) = default;
    };

    /// Requires: `config` is valid and fits into `Cells`.
    explicit Fitz(const Config& config);

    int height() const { return height_; }
    int width() const { return width_; }
    std::span<const Tile> tiles() const { return tiles_; }

    State start() const { return start_; }
    Side to_move(const State& state) const { return state.to_move; }
    Outcome outcome(const State& state) const { return state.outcome; }
    /// "no placement" or "ply limit".
    std::string_view reason(const State& state) const;
    int plies(const State& state) const { return static_cast<int>(state.plies); }

    /// The interface of games::Hashed. It does not matter which side filled a cell.
    std::uint64_t key(const State& state) const requires FixedSize<Cells> {
        std::uint64_t hash = mix(hash_of(state.to_move), state.tile);
        for (const auto word : state.taken.words)
            hash = mix(hash, word);
        return hash;
    }

    /// Lists the moves by rotation, then by row, then by column of the middle.
    void moves(const State& state, Moves& moves) const;
    /// Whether moves() would list this move.
    bool legal(const State& state, Move move) const;
    /// Makes a move. Requires: legal(state, move).
    void play(State& state, Move move) const;
    bool lists_moves() const requires is_large { return false; }

    /// The position with these rows ('.', '*', '#'). The outcome is computed. Requires: the number and the length of
    /// the rows are those of the board, and the tile exists.
    State position(std::span<const std::string> rows, std::uint32_t tile, Side to_move, std::uint32_t plies) const;

    const Figure& figure(std::uint32_t tile, int quarter_turns) const {
        return figures_[tile * rotations + static_cast<std::uint32_t>(quarter_turns)];
    }
    /// The tile that was placed in the last ply. Requires: there has been a ply.
    std::uint32_t placed_tile(const State& state) const {
        const auto tiles = static_cast<std::uint32_t>(tiles_.size());
        return (state.tile + tiles - 1) % tiles;
    }
    /// The place of the figure after this move, or nothing if the figure would not lie completely on the board.
    std::optional<int> place_of(const Figure& figure, Move move) const;
    /// The move that puts the figure on this place.
    Move move_to(const Figure& figure, int quarter_turns, int place) const;

    /// Tests the 64 places from `first` on: a bit is set if all of the figure's cells are empty. The bit is meaningless
    /// for a place where the figure would not lie completely on the board. Requires: `first` is a cell.
    std::uint64_t good_places(const Cells& taken, const Figure& figure, int first) const;
    /// All good places of the figure.
    Cells good_places(const Cells& taken, const Figure& figure) const requires FixedSize<Cells>;
    /// Whether the tile has a good place in any of its rotations.
    bool has_good_place(const Cells& taken, std::uint32_t tile) const requires FixedSize<Cells>;
    /// The column of the figure's first good place in this row, searching from `column` to the right; -1 if there is
    /// none. Requires: 0 <= row <= figure.last_row, 0 <= column.
    int first_good(const Cells& taken, const Figure& figure, int row, int column) const;
    /// The column of the figure's last good place in this row, searching from `column` to the left; -1 if there is
    /// none. Requires: 0 <= row <= figure.last_row.
    int last_good(const Cells& taken, const Figure& figure, int row, int column) const;

private:
    /// The places where a shape of this height and width lies completely on the board.
    const Cells& room(const Shape& shape) const {
        return rooms_[static_cast<std::size_t>((shape.height - 1) * tile_side + shape.width - 1)];
    }
    Cells no_cells() const;
    void make_figures();
    bool fits(const Cells& taken, const Figure& figure, int place) const;
    bool search_on(State& state) const;
    void look_at_end(State& state) const;
    void add_moves(const Cells& taken, const Figure& figure, int quarter_turns, Moves& moves) const;

    int height_;
    int width_;
    std::uint32_t max_plies_;
    std::vector<Tile> tiles_;
    std::vector<Figure> figures_;  ///< `rotations` figures for each tile
    std::conditional_t<is_large, std::array<Cells, 0>, std::array<Cells, tile_cells>> rooms_;
    State start_;
};

/// Calls `use` with the Fitz whose type of cells is the smallest that can hold the board.
template <class Use>
decltype(auto) with_rules(const Config& config, Use&& use) {
    const int cells = config.cells();
    if (cells <= 128) return use(Fitz<Bits<2>>(config));
    if (cells <= 512) return use(Fitz<Bits<8>>(config));
    if (cells <= max_listed_cells) return use(Fitz<Bits<64>>(config));
    return use(Fitz<LargeCells>(config));
}

}  // namespace games::fitz

#include "games/fitz/rules_impl.hpp"
