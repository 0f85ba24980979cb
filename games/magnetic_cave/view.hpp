// Presents Magnetic Cave to people and viewers: the board on a terminal, the text to type, and the frame of the log.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "games/looks.hpp"
#include "games/magnetic_cave/rules.hpp"
#include "games/magnetic_cave/wire.hpp"
#include "games/words.hpp"

namespace games::magnetic_cave {

/// Reads a cell such as `A1`. Ignores case.
inline std::optional<Move> read_keys(const MagneticCave& rules, std::string_view typed) {
    if (typed.size() == 2 && typed[0] >= 'a' && typed[0] <= 'h') {
        const char cell[] = {static_cast<char>(typed[0] - 'a' + 'A'), typed[1]};
        return read_move(rules, {cell, sizeof cell});
    }
    return read_move(rules, typed);
}

inline std::string_view keys_line(const MagneticCave&) {
    return "a cell such as A1 puts a brick there";
}

/// Filled and empty squares if UTF-8 can be displayed, otherwise the letters of the wire.
inline std::string_view piece_mark(const MagneticCave&, Side side, Looks looks) {
    if (looks.utf8) return side == Side::first ? "\u25a0" : "\u25a1";
    return {side == Side::first ? &cell_chars.first : &cell_chars.second, 1};
}

/// The cave, with the letters of the columns above and below and the numbers of the rows on both walls.
inline std::string draw(const MagneticCave& rules, const MagneticCave::State& state, Looks looks) {
    constexpr std::string_view letters = "  A B C D E F G H\n";
    std::string out(letters);
    for (int row = 0; row < row_count(rules); ++row) {
        const char number = static_cast<char>('8' - row);
        std::string signs;
        write_row(rules, state, row, signs);
        out.append({number, ' '});
        for (const char cell : signs) {
            if (cell == cell_chars.empty) {
                out += ' ';
            } else {
                out += piece_mark(rules, cell == cell_chars.first ? Side::first : Side::second, looks);
            }
            out += ' ';
        }
        out.append({number, '\n'});
    }
    return out += letters;
}

/// {"board": rows}
inline void append_frame(const MagneticCave& rules, const MagneticCave::State& state, std::string& out) {
    out += '{';
    append_board(rules, state, out);
    out += '}';
}

}  // namespace games::magnetic_cave
