#include "games/board_text.hpp"

#include <bit>
#include <cstring>

namespace games {

namespace {

constexpr std::uint64_t one_each = 0x0101010101010101u;

/// Returns a byte for each of 8 cells, the first in the lowest byte: 1 if the cell's bit is set, 0 otherwise.
constexpr std::uint64_t byte_per_cell(std::uint64_t cells) {
    const std::uint64_t own_bit = (cells & 0xff) * one_each & 0x8040201008040201u;
    return (own_bit + 0x7f7f7f7f7f7f7f7fu) >> 7 & one_each;
}

constexpr std::uint64_t byte_of(int c) {
    return static_cast<unsigned char>(c);
}

}  // namespace

void write_cells(std::uint64_t first, std::uint64_t second, int width, CellChars chars, std::string& out) {
    static_assert(std::endian::native == std::endian::little);
    const std::uint64_t all_empty = one_each * byte_of(chars.empty);
    const std::uint64_t to_first = byte_of(chars.empty ^ chars.first);
    const std::uint64_t to_second = byte_of(chars.empty ^ chars.second);
    char row[64];
    for (int column = 0; column < width; column += 8) {
        const std::uint64_t eight =
            all_empty ^ byte_per_cell(first >> column) * to_first ^ byte_per_cell(second >> column) * to_second;
        std::memcpy(row + column, &eight, sizeof eight);
    }
    out.append(row, static_cast<std::size_t>(width));
}

}  // namespace games
