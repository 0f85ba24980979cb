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

/// The cave, with the letters of the columns above and below and the numbers of the rows on both walls. The line that
/// ended the game is marked: each row of its bricks is in brackets where there are no colours.
inline std::string draw(const MagneticCave& rules, const MagneticCave::State& state, Looks looks) {
    constexpr std::string_view letters = "  A B C D E F G H\n";
    const std::uint64_t in_line = bricks_in_lines(state.own) | bricks_in_lines(state.other);
    std::string out(letters);
    for (int row = 0; row < row_count(rules); ++row) {
        const char number = static_cast<char>('8' - row);
        std::string signs;
        write_row(rules, state, row, signs);
        out += number;
        bool marked = false;  // the cell to the left
        const auto write_gap = [&](bool marks) {
            const bool bracket = marks != marked && !looks.colour;
            out += !bracket ? ' ' : marks ? '[' : ']';
            marked = marks;
        };
        for (std::size_t column = 0; column < signs.size(); ++column) {
            const char cell = signs[column];
            write_gap((in_line >> (static_cast<std::size_t>(row) * 8 + column) & 1) != 0);
            if (cell == cell_chars.empty) {
                out += ' ';
                continue;
            }
            const auto piece = piece_mark(rules, cell == cell_chars.first ? Side::first : Side::second, looks);
            out += marked && looks.colour ? highlighted(piece) : std::string(piece);
        }
        write_gap(false);
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
