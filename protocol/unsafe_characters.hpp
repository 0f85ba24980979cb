// The characters in untrusted text that must not reach a terminal.
#pragma once

#include <cstdint>

namespace protocol {

/// Whether a terminal may interpret a character instead of showing it: control characters (C0, DEL and C1), characters
/// that change the direction of the text or break a line, and no_character. All except the last are below U+10000.
[[nodiscard]] bool is_unsafe(std::uint32_t point);

}  // namespace protocol
