#include "protocol/utf8.hpp"

#include <algorithm>
#include <cassert>

namespace protocol {

Decoded decoded(std::string_view text) {
    assert(!text.empty());
    constexpr Decoded broken{no_character, 1};
    const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
    if (byte(0) < 0x80) return {byte(0), 1};
    const std::size_t length = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
    if (byte(0) < 0xc2 || byte(0) > 0xf4 || text.size() < length) return broken;
    std::uint32_t point = byte(0) & (0x7fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if (!continues_character(text[i])) return broken;
        point = point << 6 | (byte(i) & 0x3f);
    }
    constexpr std::uint32_t min[] = {0, 0, 0x80, 0x800, 0x10000};  // overlong encodings are not valid UTF-8
    const bool surrogate = point >= 0xd800 && point <= 0xdfff;
    if (point < min[length] || point > 0x10ffff || surrogate) return broken;
    return {point, length};
}

std::string_view first_characters(std::string_view text, std::size_t count) {
    std::size_t end = 0;
    for (; end < text.size(); ++end) {
        if (!continues_character(text[end]) && count-- == 0) break;
    }
    return text.substr(0, end);
}

std::size_t count_characters(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return !continues_character(c); }));
}

void append_character(std::string& out, std::uint32_t point) {
    const auto add = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
    if (point < 0x80) return add(point);
    if (point < 0x800) {
        add(0xc0 | point >> 6);
    } else {
        if (point < 0x10000) {
            add(0xe0 | point >> 12);
        } else {
            add(0xf0 | point >> 18);
            add(0x80 | (point >> 12 & 0x3f));
        }
        add(0x80 | (point >> 6 & 0x3f));
    }
    add(0x80 | (point & 0x3f));
}

}  // namespace protocol
