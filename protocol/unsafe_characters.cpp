#include "protocol/unsafe_characters.hpp"

namespace protocol {

Decoded decoded(std::string_view text) {
    constexpr Decoded broken{no_character, 1};
    const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
    if (byte(0) < 0x80) return {byte(0), 1};
    const std::size_t length = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
    if (byte(0) < 0xc2 || byte(0) > 0xf4 || text.size() < length) return broken;
    std::uint32_t point = byte(0) & (0x7fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80) return broken;
        point = point << 6 | (byte(i) & 0x3f);
    }
    constexpr std::uint32_t min[] = {0, 0, 0x80, 0x800, 0x10000};  // longer forms than needed are no UTF-8
    const bool surrogate = point >= 0xd800 && point <= 0xdfff;
    if (point < min[length] || point > 0x10ffff || surrogate) return broken;
    return {point, length};
}

bool is_unsafe(std::uint32_t point) {
    const bool control = point < 0x20 || (point >= 0x7f && point < 0xa0);
    const bool turns_direction = (point >= 0x200e && point <= 0x200f) || (point >= 0x2028 && point <= 0x202e) ||
                                 (point >= 0x2066 && point <= 0x2069) || point == 0x061c;
    return control || turns_direction || point == no_character;
}

}  // namespace protocol
