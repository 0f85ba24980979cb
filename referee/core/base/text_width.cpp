#include "referee/core/base/text_width.hpp"

#include <locale.h>
#include <wchar.h>

#include <algorithm>

#include "protocol/utf8.hpp"

namespace referee {

namespace {

std::size_t shown_columns(std::uint32_t point) {
    const int columns = columns_of(point);
    return columns < 0 ? 1 : static_cast<std::size_t>(columns);
}

}  // namespace

int columns_of(std::uint32_t point) {
    if (point < 0x7f) return point < 0x20 ? -1 : 1;
    if (point == protocol::no_character) return -1;
    // The C library usually has this locale built in. Otherwise each character counts as one column.
    static const ::locale_t utf8 = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", ::locale_t{});
    if (utf8 == ::locale_t{}) return 1;
    const ::locale_t before = ::uselocale(utf8);
    const int columns = ::wcwidth(static_cast<wchar_t>(point));
    ::uselocale(before);
    return columns;
}

std::size_t columns_of(std::string_view text) {
    std::size_t columns = 0;
    while (!text.empty()) {
        const auto [point, length] = protocol::decoded(text);
        columns += shown_columns(point);
        text.remove_prefix(length);
    }
    return columns;
}

std::string_view first_columns(std::string_view text, std::size_t columns) {
    std::size_t end = 0;
    while (end < text.size()) {
        const auto [point, length] = protocol::decoded(text.substr(end));
        const std::size_t width = shown_columns(point);
        if (width > columns) break;
        columns -= width;
        end += length;
    }
    return text.substr(0, end);
}

std::string_view last_columns(std::string_view text, std::size_t columns) {
    std::size_t rest = columns_of(text);
    while (!text.empty()) {
        const auto [point, length] = protocol::decoded(text);
        const std::size_t width = shown_columns(point);
        if (rest <= columns && width > 0) break;
        rest -= width;
        text.remove_prefix(length);
    }
    return text;
}

std::string padded(std::string_view text, std::size_t columns) {
    std::string out(text);
    out.append(columns - std::min(columns, columns_of(text)), ' ');
    return out;
}

}  // namespace referee
