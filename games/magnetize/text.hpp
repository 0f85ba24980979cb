// Magnetize as lines of text: the moves, and the parts of the blocks that a bot is sent.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/magnetize/rules.hpp"
#include "games/words.hpp"

namespace games::magnetize {

/// Reads `DROP c` or `MAGNET`, strictly. A column that no board has is kept as one that no rule accepts.
std::optional<Move> read_move(std::string_view text);
void write_move(Move move, std::string& out);

/// `height width square maglock`
void write_settings(const Config& config, std::string& out);

/// How a cell is drawn: '.', '*' (black) or 'o' (white).
inline constexpr char empty_char = '.';
inline constexpr std::array<char, 2> piece_chars = {'*', 'o'};

template <int Words>
char cell_char(const typename Magnetize<Words>::State& state, int cell) {
    if (state.pieces[0].test(cell)) return piece_chars[0];
    return state.pieces[1].test(cell) ? piece_chars[1] : empty_char;
}

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
void write_row(const Magnetize<Words>& rules, const typename Magnetize<Words>::State& state, int row, std::string& out) {
    const int width = rules.config().width;
    for (int column = 0; column < width; ++column) out += cell_char<Words>(state, row * width + column);
}
template <int Words>
int row_count(const Magnetize<Words>& rules) {
    return rules.config().height;
}

/// The packed form: 2 bits a cell (0 empty, 1 black, 2 white), cells in reading order, 16 to a word beginning with the
/// two least significant bits; as few words as hold the board, unused bits 0.
template <int Words>
std::vector<std::uint32_t> pack(const Magnetize<Words>& rules, const typename Magnetize<Words>::State& state) {
    const int cells = rules.config().height * rules.config().width;
    std::vector<std::uint32_t> packed(static_cast<std::size_t>((cells + 15) / 16));
    for (int cell = 0; cell < cells; ++cell) {
        const std::uint32_t value = state.pieces[0].test(cell) ? 1u : state.pieces[1].test(cell) ? 2u : 0u;
        packed[static_cast<std::size_t>(cell / 16)] |= value << (cell % 16 * 2);
    }
    return packed;
}

/// The pieces of a packed board, or nothing if the words are too few or many, a cell holds 3, or an unused bit is set.
template <int Words>
std::optional<std::array<Bits<Words>, 2>> unpack(const Magnetize<Words>& rules, const std::vector<std::uint32_t>& packed) {
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
