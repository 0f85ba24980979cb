// fitz as lines of text: the moves, and the parts of the blocks that a bot is sent.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "games/fitz/rules.hpp"
#include "games/words.hpp"

namespace games::fitz {

/// The character of a cell: '.', '*' (player 0) or '#' (player 1).
inline constexpr char empty_char = '.';
inline constexpr std::array<char, 2> piece_chars = {'*', '#'};

/// Reads `row column rotation`, strictly: three numbers. Any are readable; which are legal is for the rules to say.
std::optional<Move> read_move(std::string_view text);
void write_move(Move move, std::string& out);

/// `height width numberOfTiles`, then five lines a tile; the last line has no LF.
void write_settings(int height, int width, std::span<const Tile> tiles, std::string& out);

/// Appends `count` cells, 1 to 64; bit 0 is the leftmost. `second` are those of `taken` that player 1 has filled.
void write_cells(std::uint64_t taken, std::uint64_t second, int count, std::string& out);

template <class Cells>
std::optional<Move> read_move(const Fitz<Cells>&, std::string_view text) {
    return read_move(text);
}
template <class Cells>
void write_move(const Fitz<Cells>&, Move move, std::string& out) {
    write_move(move, out);
}
template <class Cells>
void write_settings(const Fitz<Cells>& rules, std::string& out) {
    write_settings(rules.height(), rules.width(), rules.tiles(), out);
}

/// `tileIndex`: the tile to be placed next.
template <class Cells>
void write_state(const Fitz<Cells>&, const typename Fitz<Cells>::State& state, Side, std::string& out) {
    append_number(out, state.tile);
}

/// Row `row` of the board.
template <class Cells>
void write_row(const Fitz<Cells>& rules, const typename Fitz<Cells>::State& state, int row, std::string& out) {
    const int begin = row * rules.width();
    for (int column = 0; column < rules.width(); column += 64) {
        const int first = begin + column;
        write_cells(state.taken.slice(first), state.second.slice(first), std::min(64, rules.width() - column), out);
    }
}
/// The first and the last row in which the last ply has filled a cell. Requires: there has been a ply.
template <class Cells>
std::pair<int, int> changed_rows(const Fitz<Cells>& rules,
                                 const typename Fitz<Cells>::State& state) requires(Fitz<Cells>::is_large) {
    const Shape& shape = rules.figure(rules.placed_tile(state), state.memory.last.quarter_turns).shape;
    const int first = state.memory.last.row - tile_middle + shape.top;
    return {first, first + shape.height - 1};
}
template <class Cells>
int row_count(const Fitz<Cells>& rules) {
    return rules.height();
}

}  // namespace games::fitz
