// fitz as people and viewers see it: the board and the next tile on a terminal, the keys to type, the frame of the log.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "games/fitz/rules.hpp"
#include "games/fitz/saved_position.hpp"
#include "games/fitz/text.hpp"

namespace games::fitz {

/// A line of numbers over the board's columns, each tenth one in full, and a line of their last digits.
std::string column_labels(int width, std::size_t indent);

/// The tile in its four rotations with a title and what each is called.
std::string show_next_tile(std::string_view title, const Tile& tile);

/// `row column rotation` as on the wire; numbers that no board or rotation has are none of the keys.
std::optional<Move> read_keys(std::string_view typed);

/// Appends {"placed": the cells, "mark": whose, "tile": the next one}.
void append_placed(const Figure& figure, Move move, char mark, std::uint32_t tile, std::string& out);

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
    return {&piece_chars[static_cast<std::size_t>(index(side))], 1};
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

/// {"board": rows, "tile": the next one}; on a board whose moves are not listed the frame of a ply tells only what it
/// has placed.
template <class Cells>
void append_frame(const Fitz<Cells>& rules, const typename Fitz<Cells>::State& state, std::string& out) {
    if constexpr (Fitz<Cells>::is_large) {
        if (state.plies > 0) {
            const Move move = state.memory.last;
            const Side mover = opponent(state.to_move);
            return append_placed(rules.figure(rules.placed_tile(state), move.quarter_turns), move,
                                 piece_chars[static_cast<std::size_t>(index(mover))], state.tile, out);
        }
    }
    out += R"({"board":[)";
    for (int row = 0; row < rules.height(); ++row) {
        out += row == 0 ? "\"" : "\",\"";
        write_row(rules, state, row, out);
    }
    out += R"("],"tile":)";
    append_number(out, state.tile);
    out += '}';
}

/// The position as a file from which a game can begin.
template <class Cells>
std::string position_text(const Fitz<Cells>& rules, const typename Fitz<Cells>::State& state) {
    std::string out = first_line(static_cast<int>(state.tile), state.to_move, rules.height(), rules.width());
    out += '\n';
    for (int row = 0; row < rules.height(); ++row) {
        write_row(rules, state, row, out);
        out += '\n';
    }
    return out;
}

/// The position that a turn block tells to the side to move: a bot needs none of the moves before it.
/// Nothing if the state line and the rows can't be those of a turn block.
template <class Cells>
std::optional<typename Fitz<Cells>::State> told_position(const Fitz<Cells>& rules, int plies,
                                                         std::string_view state_line, std::span<const std::string> rows,
                                                         Side to_move) {
    const auto tile = whole_number(state_line);
    if (!tile || *tile < 0 || static_cast<std::size_t>(*tile) >= rules.tiles().size()) return std::nullopt;
    for (const std::string& row : rows) {
        if (row.size() != static_cast<std::size_t>(rules.width()) ||
            row.find_first_not_of(".*#") != std::string::npos) {
            return std::nullopt;
        }
    }
    return rules.position(rows, static_cast<std::uint32_t>(*tile), to_move, static_cast<std::uint32_t>(plies));
}

}  // namespace games::fitz
