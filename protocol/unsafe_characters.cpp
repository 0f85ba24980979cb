#include "protocol/unsafe_characters.hpp"

#include "protocol/utf8.hpp"

namespace protocol {

bool is_unsafe(std::uint32_t point) {
    const bool control = point < 0x20 || (point >= 0x7f && point < 0xa0);
    const bool turns_direction = (point >= 0x200e && point <= 0x200f) || (point >= 0x2028 && point <= 0x202e) ||
                                 (point >= 0x2066 && point <= 0x2069) || point == 0x061c;
    return control || turns_direction || point == no_character;
}

}  // namespace protocol
