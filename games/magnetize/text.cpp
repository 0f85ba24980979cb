#include "games/magnetize/text.hpp"

#include <bit>
#include <cstring>

namespace games::magnetize {

namespace {

/// A byte for each of 8 cells, the first in the lowest byte: 1 where the cell's bit is set, otherwise 0.
constexpr std::uint64_t byte_per_cell(std::uint64_t cells) {
    const std::uint64_t own_bit = (cells & 0xff) * 0x0101010101010101u & 0x8040201008040201u;
    return (own_bit + 0x7f7f7f7f7f7f7f7fu) >> 7 & 0x0101010101010101u;
}

}  // namespace

std::optional<Move> read_move(std::string_view text) {
    if (text == "MAGNET") return Move::magnet();
    if (!take(text, "DROP ")) return std::nullopt;
    const auto column = whole_number(text);
    if (!column) return std::nullopt;
    constexpr int no_column = max_side;  // readable, but legal on no board
    return Move::drop(*column >= 0 && *column < max_side ? static_cast<int>(*column) : no_column);
}

void write_move(Move move, std::string& out) {
    if (move.is_magnet()) {
        out += "MAGNET";
    } else {
        out += "DROP ";
        append_number(out, move.column());
    }
}

void write_cells(std::uint64_t black, std::uint64_t white, int width, std::string& out) {
    static_assert(std::endian::native == std::endian::little);
    constexpr std::uint64_t all_empty = 0x0101010101010101u * static_cast<unsigned char>(empty_char);
    constexpr std::uint64_t to_black = static_cast<unsigned char>(empty_char ^ piece_chars[0]);
    constexpr std::uint64_t to_white = static_cast<unsigned char>(empty_char ^ piece_chars[1]);
    char row[max_side];
    for (int column = 0; column < width; column += 8) {
        const std::uint64_t eight = all_empty ^ byte_per_cell(black >> column) * to_black ^ byte_per_cell(white >> column) * to_white;
        std::memcpy(row + column, &eight, sizeof eight);
    }
    out.append(row, static_cast<std::size_t>(width));
}

void write_settings(const Config& config, std::string& out) {
    append_number(out, config.height);
    for (const int value : {config.width, config.square, config.maglock}) {
        out += ' ';
        append_number(out, value);
    }
}

}  // namespace games::magnetize
