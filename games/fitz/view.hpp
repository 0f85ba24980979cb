// Presents fitz to people and viewers: the board and the next tile on a terminal, the keys to type, and the frame of
// the log.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "games/board_text.hpp"
#include "games/fitz/rules.hpp"
#include "games/fitz/wire.hpp"

namespace games::fitz {

/// Two lines above the board that number its columns: every tenth number in full, then the last digits of all numbers.
/// Up to 10 columns have only the line of digits.
inline std::string column_labels(int width, std::size_t indent) {
    std::string tens;
    std::string ones;
    for (int column = 0; column < width; ++column) {
        if (column % 10 == 0) {
            tens.resize(static_cast<std::size_t>(column), ' ');
            tens += std::to_string(column);
        }
        ones += static_cast<char>('0' + column % 10);
    }
    const std::string space(indent, ' ');
    return (width > 10 ? space + tens + '\n' : "") + space + ones + '\n';
}

/// The tile in its four rotations, below a title and the names of the rotations.
inline std::string show_next_tile(std::string_view title, const Tile& tile) {
    std::string out(title);
    return out + ":\n  0       90      180     270\n" + show_rotations(tile, "  ");
}

/// Reads `row column rotation` as on the wire; nothing if the numbers are out of range on every board.
inline std::optional<Move> read_keys(std::string_view typed) {
    const auto move = read_move(typed);
    const auto nearby = [](int number) { return number >= -tile_middle && number < max_side + tile_middle; };
    if (!move || !nearby(move->row) || !nearby(move->column) || move->quarter_turns >= rotations) return std::nullopt;
    return move;
}

/// Appends {"placed": the cells, "mark": the player's mark, "tile": the next tile}.
inline void append_placed(const Figure& figure, Move move, std::string_view mark, std::uint32_t tile,
                          std::string& out) {
    const Shape& shape = figure.shape;
    out += R"({"placed":[)";
    for (std::size_t i = 0; i < static_cast<std::size_t>(shape.count); ++i) {
        out += i == 0 ? "[" : ",[";
        append_number(out, move.row - tile_middle + shape.top + shape.cells[i].row);
        out += ',';
        append_number(out, move.column - tile_middle + shape.left + shape.cells[i].column);
        out += ']';
    }
    out.append(R"(],"mark":")").append(mark);
    out += R"(","tile":)";
    append_number(out, tile);
    out += '}';
}

template <class Cells>
std::optional<Move> read_keys(const Fitz<Cells>&, std::string_view typed) {
    return read_keys(typed);
}

template <class Cells>
std::string_view keys_line(const Fitz<Cells>&) {
    return "row column rotation, such as 4 -1 90: where the tile's middle goes, and by how much it is turned clockwise "
           "(0, 90, 180, 270)";
}

template <class Cells>
std::string_view prompt_line(const Fitz<Cells>&) {
    return "to move: row column rotation";
}

template <class Cells>
std::string_view piece_mark(const Fitz<Cells>&, Side side) {
    return {side == Side::first ? &cell_chars.first : &cell_chars.second, 1};
}

/// The board with numbers at its columns and rows, a blank line, and the tile to be placed next.
template <class Cells>
std::string draw(const Fitz<Cells>& rules, const typename Fitz<Cells>::State& state) {
    const std::size_t digits = std::to_string(rules.height() - 1).size();
    std::string out = column_labels(rules.width(), digits + 1);
    for (int row = 0; row < rules.height(); ++row) {
        const std::string number = std::to_string(row);
        out.append(digits - number.size(), ' ').append(number) += ' ';
        write_row(rules, state, row, out);
        out += '\n';
    }
    const bool lost = is_over(state.outcome) && state.outcome != Outcome::drawn;
    out += '\n';
    return out + show_next_tile("tile " + std::to_string(state.tile) + (lost ? ", which can't be placed" : ""),
                                rules.tiles()[state.tile]);
}

/// {"board": rows, "tile": the next tile}. On a board whose moves are not listed, the frame of a ply contains only the
/// cells that it has filled.
template <class Cells>
void append_frame(const Fitz<Cells>& rules, const typename Fitz<Cells>::State& state, std::string& out) {
    if constexpr (Fitz<Cells>::is_large) {
        if (state.plies > 0) {
            const Move move = state.memory.last;
            const std::string_view mark = piece_mark(rules, opponent(state.to_move));
            return append_placed(rules.figure(rules.placed_tile(state), move.quarter_turns), move, mark, state.tile,
                                 out);
        }
    }
    out += '{';
    append_board(rules, state, out);
    out += R"(,"tile":)";
    append_number(out, state.tile);
    out += '}';
}

}  // namespace games::fitz
