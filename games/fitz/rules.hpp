// The rules of fitz on bitboards: where the next tile can be placed, and which player has lost for lack of a place.
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

/// A saved position: the content of its file, not yet checked against a board or tiles.
struct SavedPosition {
    int next_tile = 0;
    Side next_player = Side::first;
    int height = 0;
    int width = 0;
    std::vector<std::string> board;  ///< `height` rows of `width` cells: '.', '*' or '#'
};

/// Rows, and columns, of the largest board.
inline constexpr int max_side = 999;
/// The moves of larger boards are not listed.
inline constexpr int max_listed_cells = 4096;
/// More plies than any board has room for.
inline constexpr int longest_game = 1'000'000;

/// Requires of a valid one: height and width 1..999, at least one tile and none without a filled cell, max_plies
/// 1..1000000; a saved position has the same height and width, and its next tile is one of the tiles.
struct Config {
    int height = 10;
    int width = 10;
    std::vector<Tile> tiles;
    std::optional<SavedPosition> saved;
    int max_plies = 101;

    int cells() const { return height * width; }
};

/// The settings of a match as the rules have them. Requires: `values` have been completed.
Config config_of(const SettingValues& values);

/// A set of cells, sized once and for all when it is made.
class LargeCells {
public:
    LargeCells() = default;
    /// An empty set of up to `cells` cells.
    explicit LargeCells(int cells) : words_(static_cast<std::size_t>(cells) / 64 + 2) {}

    bool test(int cell) const { return words_[word_of(cell)] >> (cell & 63) & 1; }
    void set(int cell) { words_[word_of(cell)] |= std::uint64_t{1} << (cell & 63); }

    /// The 64 cells from `first` on, `first` in the least significant bit; 0 beyond the last cell.
    /// Requires: `first` is a cell.
    std::uint64_t slice(int first) const {
        const std::uint64_t* word = words_.data() + word_of(first);
        const int skip = first & 63;
        // In two steps, for a shift by 64 is none.
        return word[0] >> skip | word[1] << 1 << (63 - skip);
    }

    friend bool operator==(const LargeCells&, const LargeCells&) = default;

private:
    static std::size_t word_of(int cell) { return static_cast<std::size_t>(cell) / 64; }

    std::vector<std::uint64_t> words_;
};

/// The place of the tile's middle, and the rotation of the tile. A number that no board or rotation has is kept as
/// one that no rule accepts.
struct Move {
    std::int16_t row;
    std::int16_t column;
    std::uint8_t quarter_turns;  ///< clockwise; `rotations`: not a rotation

    friend constexpr bool operator==(const Move&, const Move&) = default;
};

/// A tile in one rotation on a board of a certain size. A *place* is the cell of the board on which the top left cell
/// of its shape lies: a place is good where all that the shape fills lies on empty cells of the board.
struct Figure {
    Shape shape;
    int last_row = 0;                       ///< of a place on the board, negative if there is none
    int last_column = 0;                    ///< as last_row
    bool repeated = false;                  ///< a rotation before this one has the same form
    std::array<int, tile_cells> offsets{};  ///< of the filled cells from the place, ascending
};

/// A set of cells whose size is known at compile time. The moves on its board are listed.
template <class Cells>
concept FixedSize = requires {
    Cells::capacity;
};

/// fitz on boards whose cells are held in a `Cells`: games::Bits, or LargeCells for boards whose moves are not listed.
/// Cells are numbered in reading order. Rules: RULES.md in this folder.
template <class Cells>
class Fitz {
public:
    static constexpr bool is_large = !FixedSize<Cells>;

    /// The interface of games::Rules. If moves are not listed their number has no bound.
    using Move = fitz::Move;
    using Moves = typename decltype([] {
        if constexpr (is_large) {
            return std::type_identity<std::vector<Move>>();
        } else {
            return std::type_identity<MoveList<Move, static_cast<std::size_t>(rotations * Cells::capacity)>>();
        }
    }())::type;

    /// The part that only positions of a large board have.
    struct Memory {
        /// For each tile the first good place there was when it was last looked for: rotation times cells plus place.
        /// Cells only fill, so there is none before it now. It follows from the moves made, and says nothing else.
        std::vector<std::uint32_t> searched;
        Move last{};  ///< the last move; meaningless before the first

        friend bool operator==(const Memory& a, const Memory& b) { return a.last == b.last; }
    };
    /// The part that other positions have instead.
    struct NoMemory {
        friend bool operator==(const NoMemory&, const NoMemory&) = default;
    };

    /// A position between two turns.
    struct State {
        Cells taken;   ///< every filled cell
        Cells second;  ///< those that Side::second has filled
        std::uint32_t plies = 0;
        std::uint32_t tile = 0;  ///< the one to be placed next
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

    /// The interface of games::Hashed. The side that filled a cell does not matter.
    std::uint64_t key(const State& state) const requires FixedSize<Cells> {
        std::uint64_t hash = mix(hash_of(state.to_move), state.tile);
        for (const auto word : state.taken.words)
            hash = mix(hash, word);
        return hash;
    }

    /// By rotation, then by row, then by column of the middle.
    void moves(const State& state, Moves& moves) const;
    /// Whether moves() would list it.
    bool legal(const State& state, Move move) const;
    /// Makes a move. Requires: legal(state, move).
    void play(State& state, Move move) const;
    bool lists_moves() const requires is_large { return false; }

    /// The position in which these rows ('.', '*', '#') lie on the board. Its outcome follows from them.
    /// Requires: they are as many and as wide as the board's, and there is such a tile.
    State position(std::span<const std::string> rows, std::uint32_t tile, Side to_move, std::uint32_t plies) const;

    const Figure& figure(std::uint32_t tile, int quarter_turns) const {
        return figures_[tile * rotations + static_cast<std::uint32_t>(quarter_turns)];
    }
    /// The tile that the last ply has placed. Requires: there has been a ply.
    std::uint32_t placed_tile(const State& state) const {
        const auto tiles = static_cast<std::uint32_t>(tiles_.size());
        return (state.tile + tiles - 1) % tiles;
    }
    /// The place to which a move brings the figure of its rotation, or nothing if that is not all on the board.
    std::optional<int> place_of(const Figure& figure, Move move) const;
    /// The move that brings the figure to this place.
    Move move_to(const Figure& figure, int quarter_turns, int place) const;

    /// Of the 64 places from `first` on, those where the figure's cells are all empty; one whose figure would not all
    /// lie on the board means nothing. Requires: `first` is a cell.
    std::uint64_t good_places(const Cells& taken, const Figure& figure, int first) const;
    /// All good places of the figure.
    Cells good_places(const Cells& taken, const Figure& figure) const requires FixedSize<Cells>;
    /// Whether the tile has a good place in any rotation.
    bool has_good_place(const Cells& taken, std::uint32_t tile) const requires FixedSize<Cells>;
    /// The column of the figure's first good place of this row, from `column` on, or -1.
    /// Requires: 0 <= row <= figure.last_row, 0 <= column.
    int first_good(const Cells& taken, const Figure& figure, int row, int column) const;
    /// The column of the figure's last good place of this row, up to `column`, or -1.
    /// Requires: 0 <= row <= figure.last_row.
    int last_good(const Cells& taken, const Figure& figure, int row, int column) const;

private:
    /// The places where a shape of a certain height and width lies on the board.
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
    std::vector<Figure> figures_;  ///< `rotations` of each tile
    std::conditional_t<is_large, std::array<Cells, 0>, std::array<Cells, tile_cells>> rooms_;
    State start_;
};

/// Calls `use` with the Fitz of the smallest cells that hold the board.
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
