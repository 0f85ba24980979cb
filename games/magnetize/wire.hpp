// Magnetize as lines of text: moves, the parts of the blocks for bots, and written positions.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/board_text.hpp"
#include "games/magnetize/rules.hpp"
#include "games/settings.hpp"
#include "games/words.hpp"

namespace games::magnetize {

/// Reads the rows, the side to move ('*' or 'o'), and the locks of '*' and 'o', which are 0 if they are missing. Throws
/// UserError if the text is invalid.
Position read_position(const FileText& file);

/// Throws UserError if the position can't occur between two turns with these settings. Requires: the number and the
/// length of the rows match the settings.
void check_position(const FileText& file, const Position& position, const Config& config);

/// The rows with '/' between them, the side to move, and the locks.
std::string text_of(const Position& position);

/// The position that a turn block shows to the side to move. Nothing if the lines are invalid.
std::optional<Position> position_of_lines(std::string_view state_line, std::span<const std::string> rows, int width,
                                          Side to_move);

/// Parses `DROP c` or `MAGNET`, strictly. A column that is out of range on every board becomes one that the rules
/// reject.
std::optional<Move> read_move(std::string_view text);
void write_move(Move move, std::string& out);

/// Why a drop into this column is not legal: the board has no such column, or it is full.
std::string objection(const Config& config, int column);

/// Writes `height width square maglock`.
void write_settings(const Config& config, std::string& out);

/// The character of a cell: '.', '*' (black) or 'o' (white).
inline constexpr CellChars cell_chars = {'.', '*', 'o'};

template <int Words>
std::optional<Move> read_move(const Magnetize<Words>&, std::string_view text) {
    return read_move(text);
}
template <int Words>
void write_move(const Magnetize<Words>&, Move move, std::string& out) {
    write_move(move, out);
}
template <int Words>
std::string objection(const Magnetize<Words>& rules, const typename Magnetize<Words>::State&, Move move) {
    return objection(rules.config(), move.column());  // the magnet is always legal
}
template <int Words>
void write_settings(const Magnetize<Words>& rules, std::string& out) {
    write_settings(rules.config(), out);
}

/// Writes `yourLock opponentLock`.
template <int Words>
void write_state(const Magnetize<Words>&, const typename Magnetize<Words>::State& state, Side you, std::string& out) {
    append_number(out, state.locks[static_cast<std::size_t>(index(you))]);
    out += ' ';
    append_number(out, state.locks[static_cast<std::size_t>(index(opponent(you)))]);
}

template <int Words>
void write_row(const Magnetize<Words>& rules, const typename Magnetize<Words>::State& state, int row,
               std::string& out) {
    const int first = row * rules.config().width;
    write_cells(state.pieces[0].slice(first), state.pieces[1].slice(first), rules.config().width, cell_chars, out);
}
template <int Words>
int row_count(const Magnetize<Words>& rules) {
    return rules.config().height;
}

/// The position as text, which read_position reads again.
template <int Words>
std::string position_text(const Magnetize<Words>& rules, const typename Magnetize<Words>::State& state) {
    Position position{{}, rules.to_move(state), {state.locks[0], state.locks[1]}};
    for (int row = 0; row < rules.config().height; ++row)
        write_row(rules, state, row, position.rows.emplace_back());
    return text_of(position);
}

/// The position that a turn block shows to the side to move. Nothing if the lines are invalid.
template <int Words>
std::optional<typename Magnetize<Words>::State> told_position(const Magnetize<Words>& rules, int plies,
                                                              std::string_view state_line,
                                                              std::span<const std::string> rows, Side to_move) {
    const auto position = position_of_lines(state_line, rows, rules.config().width, to_move);
    if (!position) return std::nullopt;
    auto state = rules.at(*position);
    state.plies = static_cast<std::uint32_t>(plies);
    return state;
}

/// Moves bit i to bit 2 i.
constexpr std::uint32_t spread(std::uint16_t bits) {
    std::uint32_t x = bits;
    x = (x | x << 8) & 0x00ff00ff;
    x = (x | x << 4) & 0x0f0f0f0f;
    x = (x | x << 2) & 0x33333333;
    return (x | x << 1) & 0x55555555;
}

/// The packed board: 2 bits for each cell (0 empty, 1 black, 2 white) in reading order, 16 cells to a word, beginning
/// with the two least significant bits. It has the fewest words that hold the board, and unused bits are 0.
template <int Words>
std::vector<std::uint32_t> pack(const Magnetize<Words>& rules, const typename Magnetize<Words>::State& state) {
    const int cells = rules.config().height * rules.config().width;
    std::vector<std::uint32_t> packed;
    packed.reserve(static_cast<std::size_t>((cells + 15) / 16));
    for (int first = 0; first < cells; first += 16) {
        const auto black = static_cast<std::uint16_t>(state.pieces[0].slice(first));
        const auto white = static_cast<std::uint16_t>(state.pieces[1].slice(first));
        packed.push_back(spread(black) | spread(white) << 1);
    }
    return packed;
}

/// The pieces of a packed board. Nothing if the number of words is wrong, a cell holds 3, or an unused bit is set.
template <int Words>
std::optional<std::array<Bits<Words>, 2>> unpack(const Magnetize<Words>& rules,
                                                 const std::vector<std::uint32_t>& packed) {
    const int cells = rules.config().height * rules.config().width;
    if (packed.size() != static_cast<std::size_t>((cells + 15) / 16)) return std::nullopt;
    std::array<Bits<Words>, 2> pieces{};
    for (int place = 0; place < static_cast<int>(packed.size()) * 16; ++place) {
        const std::uint32_t value = packed[static_cast<std::size_t>(place / 16)] >> (place % 16 * 2) & 3u;
        if (value == 3 || (value != 0 && place >= cells)) return std::nullopt;
        if (value != 0) pieces[value - 1].set(place);
    }
    return pieces;
}

}  // namespace games::magnetize
