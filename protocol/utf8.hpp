// The reading of UTF-8 in strangers' text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace protocol {

/// Not a character: what broken UTF-8 decodes to.
inline constexpr std::uint32_t no_character = 0xffffffff;

/// One character of a text.
struct Decoded {
    std::uint32_t point;  ///< the code point, or no_character
    std::size_t length;   ///< in bytes; of what is no UTF-8: 1
};

/// The first character of a text in UTF-8. Requires: the text is not empty.
[[nodiscard]] Decoded decoded(std::string_view text);

/// Whether a byte of UTF-8 continues the character of the byte before it.
[[nodiscard]] constexpr bool continues_character(char byte) {
    return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

/// The beginning of a text in UTF-8 with at most `count` characters.
[[nodiscard]] std::string_view first_characters(std::string_view text, std::size_t count);

/// The number of characters of a text in UTF-8.
[[nodiscard]] std::size_t count_characters(std::string_view text);

/// Appends a character in UTF-8. Requires: `point` is a code point.
void append_character(std::string& out, std::uint32_t point);

}  // namespace protocol
