// The characters of untrusted text that must not reach a terminal.
#pragma once

#include <cstdint>

namespace protocol {

/// Whether a terminal may obey a character instead of showing it: control characters (of C0, DEL and C1), the marks and
/// separators that change the direction or the line of the text around them, and no_character. Each but the last is
/// below U+10000.
[[nodiscard]] bool is_unsafe(std::uint32_t point);

}  // namespace protocol
