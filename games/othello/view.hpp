// Presents Othello to people and viewers: the board on a terminal, the text to type, and the frame of the log.
#pragma once

#include <bit>
#include <optional>
#include <string>
#include <string_view>

#include "games/othello/rules.hpp"
#include "games/othello/wire.hpp"
#include "games/words.hpp"

namespace games::othello {

/// Reads a cell such as `c4`, or `pass`. Ignores case.
inline std::optional<Move> read_keys(const Othello& rules, std::string_view typed) {
    if (in_capitals(typed) == "PASS") return Move::pass();
    if (typed.size() == 2 && typed[0] >= 'A' && typed[0] <= 'H') {
        const char cell[] = {static_cast<char>(typed[0] - 'A' + 'a'), typed[1]};
        return read_move(rules, {cell, sizeof cell});
    }
    return read_move(rules, typed);
}

inline std::string_view keys_line(const Othello&) {
    return "a cell such as c4 places a disc there, pass passes";
}

inline std::string_view piece_mark(const Othello&, Side side) {
    return {side == Side::first ? &cell_chars.first : &cell_chars.second, 1};
}

/// The letters of the columns, each row with its number and cells, and the number of discs of each side.
inline std::string draw(const Othello& rules, const Othello::State& state) {
    std::string out = "  a b c d e f g h\n";
    for (int row = 0; row < row_count(rules); ++row) {
        std::string cells;
        write_row(rules, state, row, cells);
        out += static_cast<char>('1' + row);
        for (const char cell : cells)
            out.append({' ', cell});
        out += '\n';
    }
    for (const Side side : {Side::first, Side::second}) {
        out.append(side == Side::first ? "discs: " : ", ").append(piece_mark(rules, side)) += ' ';
        append_number(out, std::popcount(rules.discs(state, side)));
    }
    return out += '\n';
}

/// {"board": rows}
inline void append_frame(const Othello& rules, const Othello::State& state, std::string& out) {
    out += '{';
    append_board(rules, state, out);
    out += '}';
}

}  // namespace games::othello
