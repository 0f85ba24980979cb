// The characters of strangers' text that must not reach a terminal, and the reading of UTF-8 that finds them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace protocol {

/// Not a character: what broken UTF-8 decodes to.
inline constexpr std::uint32_t no_character = 0xffffffff;

/// A character as it is read from UTF-8.
struct Decoded {
    std::uint32_t point;  ///< the code point, or no_character
    std::size_t length;   ///< in bytes; of what is no UTF-8: 1
};

/// The first character of a text in UTF-8. Requires: the text is not empty.
Decoded decoded(std::string_view text);

/// Whether a terminal may obey a character instead of showing it: control characters (of C0, DEL and C1), the marks and
/// separators that change the direction or the line of the text around them, and no_character. Each but the last is
/// below U+10000.
bool is_unsafe(std::uint32_t point);

}  // namespace protocol
