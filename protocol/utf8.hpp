// Reads UTF-8 in untrusted text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace protocol {

/// Not a character: the result of decoding invalid UTF-8.
inline constexpr std::uint32_t no_character = 0xffffffff;

/// One character of a text.
struct Decoded {
    std::uint32_t point;  ///< the code point, or no_character
    std::size_t length;   ///< in bytes; 1 for invalid UTF-8
};

/// The first character of a UTF-8 text. Requires: the text is not empty.
[[nodiscard]] Decoded decoded(std::string_view text);

/// Whether this byte of UTF-8 continues the character of the previous byte.
[[nodiscard]] constexpr bool continues_character(char byte) {
    return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

/// The beginning of a UTF-8 text with at most `count` characters.
[[nodiscard]] std::string_view first_characters(std::string_view text, std::size_t count);

/// The number of characters of a UTF-8 text.
[[nodiscard]] std::size_t count_characters(std::string_view text);

/// Appends a character as UTF-8. Requires: `point` is a code point.
void append_character(std::string& out, std::uint32_t point);

}  // namespace protocol
