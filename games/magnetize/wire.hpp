// Magnetize as lines of text: moves, the parts of the blocks that a bot is sent, and written positions.
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

/// Reads the rows, '*' or 'o': who moves, and the locks of '*' and 'o', which may be missing: they are 0 then. Throws
/// UserError if it is written in another way.
Position read_position(const FileText& file);

/// Throws UserError if the position can't be between two turns with these settings.
/// Requires: the rows are as many and as long as the settings say.
void check_position(const FileText& file, const Position& position, const Config& config);

/// The rows with '/' between them, who moves, and the locks.
std::string text_of(const Position& position);

/// The position that a turn block shows to the side to move. Nothing if the lines can't be those of one.
std::optional<Position> position_of_lines(std::string_view state_line, std::span<const std::string> rows, int width,
                                          Side to_move);

/// Reads `DROP c` or `MAGNET`, strictly. A column that no board has is kept as one that no rule accepts.
std::optional<Move> read_move(std::string_view text);
void write_move(Move move, std::string& out);

/// `height width square maglock`
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
void write_settings(const Magnetize<Words>& rules, std::string& out) {
    write_settings(rules.config(), out);
}

/// `yourLock opponentLock`
template <int Words>
void write_state(const Magnetize<Words>&, const typename Magnetize<Words>::State& state, Side you, std::string& out) {
    append_number(out, state.locks[static_cast<std::size_t>(index(you))]);
    out += ' ';
    append_number(out, state.locks[static_cast<std::size_t>(index(opponent(you)))]);
}

/// Row `row` of the board.
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

/// The position as read_position reads it.
template <int Words>
std::string position_text(const Magnetize<Words>& rules, const typename Magnetize<Words>::State& state) {
    Position position{{}, rules.to_move(state), {state.locks[0], state.locks[1]}};
    for (int row = 0; row < rules.config().height; ++row)
        write_row(rules, state, row, position.rows.emplace_back());
    return text_of(position);
}

/// The position that a turn block tells to the side to move. Nothing if the lines can't be those of one.
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

/// Puts bit i at bit 2 i.
constexpr std::uint32_t spread(std::uint16_t bits) {
    std::uint32_t x = bits;
    x = (x | x << 8) & 0x00ff00ff;
    x = (x | x << 4) & 0x0f0f0f0f;
    x = (x | x << 2) & 0x33333333;
    return (x | x << 1) & 0x55555555;
}

/// The packed form: 2 bits a cell (0 empty, 1 black, 2 white), cells in reading order, 16 to a word beginning with the
/// two least significant bits; as few words as hold the board, unused bits 0.
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

/// The pieces of a packed board, or nothing if the words are too few or many, a cell holds 3, or an unused bit is set.
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
