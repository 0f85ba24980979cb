// Presents Magnetize to people and viewers: the board on a terminal, the keys to type, and the frame of the log.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "games/board_text.hpp"
#include "games/looks.hpp"
#include "games/magnetize/rules.hpp"
#include "games/magnetize/wire.hpp"
#include "games/words.hpp"

namespace games::magnetize {

inline constexpr std::string_view labels = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#@";
static_assert(labels.size() == max_side);

/// The label of a row or column: 0-9, A-Z, a-z, # or @. Requires: 0 <= number <= 63.
inline char label(int number) {
    return labels[static_cast<std::size_t>(number)];
}

/// The column with this label, or nothing if it is not a label.
inline std::optional<int> column_of_label(char label) {
    const auto place = labels.find(label);
    if (place == std::string_view::npos) return std::nullopt;
    return static_cast<int>(place);
}

/// Reads a move. A column's label or number, alone or after `DROP`, drops a piece there. `!` or `MAGNET` turns the
/// magnet on. Case is ignored, unless a lower-case letter is itself the label of a column on this board. A label that
/// this board does not have is not a move.
inline std::optional<Move> read_keys(const Config& config, std::string_view typed) {
    const std::string words = in_capitals(typed);
    if (typed == "!" || words == "MAGNET") return Move::magnet();
    const bool is_drop = words.starts_with("DROP ");
    const std::string_view place = is_drop ? typed.substr(5) : typed;
    if (place.size() == 1) {
        auto column = column_of_label(place[0]);
        // Most boards have no column whose label is a lower-case letter.
        if (column && *column >= config.width) column = column_of_label(in_capitals(place)[0]);
        if (column && *column < config.width) return Move::drop(*column);
    }
    const bool is_number = place.size() > 1 || is_drop;
    return is_number ? read_move("DROP " + std::string(place)) : std::nullopt;
}

/// Writes the shortest text that read_keys reads as this move. Requires: the column of a drop is 0..63.
inline void write_keys(Move move, std::string& out) {
    out += move.is_magnet() ? '!' : label(move.column());
}

template <int Words>
std::optional<Move> read_keys(const Magnetize<Words>& rules, std::string_view typed) {
    return read_keys(rules.config(), typed);
}

template <int Words>
void write_keys(const Magnetize<Words>&, Move move, std::string& out) {
    write_keys(move, out);
}

template <int Words>
std::string_view keys_line(const Magnetize<Words>&) {
    return "a column's label drops a piece there, ! turns your magnet on";
}

template <int Words>
std::string_view piece_mark(const Magnetize<Words>&, Side side, Looks = {}) {
    return {side == Side::first ? &cell_chars.first : &cell_chars.second, 1};
}

/// How the pieces of a square are written on a terminal without colours. There is no room for brackets.
inline constexpr CellChars square_chars = {'.', '#', 'O'};

/// A header of column labels, a blank line, then each row as label, space and cells, and finally the magnets that are
/// on. The squares that ended the game are marked.
template <int Words>
std::string draw(const Magnetize<Words>& rules, const typename Magnetize<Words>::State& state, Looks looks) {
    const auto squares = rules.cells_of_squares(state.pieces[0]) | rules.cells_of_squares(state.pieces[1]);
    std::string out = "  ";
    for (int column = 0; column < rules.config().width; ++column)
        out += label(column);
    out += "\n\n";
    for (int row = 0; row < rules.config().height; ++row) {
        out.append({label(row), ' '});
        std::string cells;
        write_row(rules, state, row, cells);
        for (int column = 0; column < rules.config().width; ++column) {
            const char piece = cells[static_cast<std::size_t>(column)];
            const bool marked = squares.test(row * rules.config().width + column);
            if (marked && looks.colour)
                out += highlighted({&piece, 1});
            else if (marked && looks.terminal)
                out += piece == cell_chars.first ? square_chars.first : square_chars.second;
            else
                out += piece;
        }
        out += '\n';
    }
    for (const Side side : {Side::first, Side::second}) {
        const int lock = state.locks[static_cast<std::size_t>(index(side))];
        if (lock == 0) continue;
        out.append("magnet of ").append(piece_mark(rules, side)).append(side == Side::first ? " (left)" : " (right)");
        out.append(" is on, turns to lose: ");
        append_number(out, lock);
        out += '\n';
    }
    return out;
}

/// {"board": rows, "locks": [black's, white's], "bits": the packed board}
template <int Words>
void append_frame(const Magnetize<Words>& rules, const typename Magnetize<Words>::State& state, std::string& out) {
    out += '{';
    append_board(rules, state, out);
    out += R"(,"locks":[)";
    append_number(out, state.locks[0]);
    out += ',';
    append_number(out, state.locks[1]);
    out += R"(],"bits":[)";
    bool later = false;
    for (const std::uint32_t word : pack(rules, state)) {
        if (later) out += ',';
        append_number(out, word);
        later = true;
    }
    out += "]}";
}

}  // namespace games::magnetize
