#include "games/fitz/text.hpp"

#include <bit>
#include <cstring>
#include <limits>

#include "games/fitz/tile_file.hpp"

namespace games::fitz {

namespace {

/// A number that the board or the rules will refuse is kept as one that they refuse, too.
std::int16_t kept(std::int64_t number) {
    using Limits = std::numeric_limits<std::int16_t>;
    return static_cast<std::int16_t>(std::clamp<std::int64_t>(number, Limits::min(), Limits::max()));
}

std::uint8_t quarter_turns_of(std::int64_t degrees) {
    const bool known = degrees >= 0 && degrees < 90 * rotations && degrees % 90 == 0;
    return static_cast<std::uint8_t>(known ? degrees / 90 : rotations);
}

/// A byte for each of 8 cells, the first in the lowest byte: 1 where the cell's bit is set, otherwise 0.
constexpr std::uint64_t byte_per_cell(std::uint64_t cells) {
    const std::uint64_t own_bit = (cells & 0xff) * 0x0101010101010101u & 0x8040201008040201u;
    return (own_bit + 0x7f7f7f7f7f7f7f7fu) >> 7 & 0x0101010101010101u;
}

}  // namespace

std::optional<Move> read_move(std::string_view text) {
    const auto row = take_number(text);
    if (!row || !take(text, " ")) return std::nullopt;
    const auto column = take_number(text);
    if (!column || !take(text, " ")) return std::nullopt;
    const auto degrees = whole_number(text);
    if (!degrees) return std::nullopt;
    return Move{kept(*row), kept(*column), quarter_turns_of(*degrees)};
}

void write_move(Move move, std::string& out) {
    append_number(out, move.row);
    out += ' ';
    append_number(out, move.column);
    out += ' ';
    append_number(out, 90 * move.quarter_turns);
}

void write_settings(int height, int width, std::span<const Tile> tiles, std::string& out) {
    append_number(out, height);
    out += ' ';
    append_number(out, width);
    out += ' ';
    append_number(out, tiles.size());
    for (const Tile& tile : tiles) {
        for (int row = 0; row < tile_side; ++row) {
            out += '\n';
            write_tile_row(tile, row, out);
        }
    }
}

void write_cells(std::uint64_t taken, std::uint64_t second, int count, std::string& out) {
    static_assert(std::endian::native == std::endian::little);
    constexpr std::uint64_t all_empty = 0x0101010101010101u * static_cast<unsigned char>(empty_char);
    constexpr std::uint64_t to_first = static_cast<unsigned char>(empty_char ^ piece_chars[0]);
    constexpr std::uint64_t first_to_second = static_cast<unsigned char>(piece_chars[0] ^ piece_chars[1]);
    char row[64];
    for (int column = 0; column < count; column += 8) {
        const std::uint64_t eight =
            all_empty ^ byte_per_cell(taken >> column) * to_first ^ byte_per_cell(second >> column) * first_to_second;
        std::memcpy(row + column, &eight, sizeof eight);
    }
    out.append(row, static_cast<std::size_t>(count));
}

}  // namespace games::fitz
