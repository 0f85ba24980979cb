// Reads and writes the words and numbers of the protocol's lines. The parsers are strict.
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace games {

/// Appends a number in decimal.
template <std::integral Number>
void append_number(std::string& out, Number number) {
    char digits[24];
    const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number);
    out.append(digits, end);
}

/// The text with ASCII letters in upper case.
inline std::string in_capitals(std::string_view text) {
    std::string capitals(text);
    for (char& c : capitals)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return capitals;
}

/// Removes the prefix `word` from `text`. Returns whether it was there.
inline bool take(std::string_view& text, std::string_view word) {
    if (!text.starts_with(word)) return false;
    text.remove_prefix(word.size());
    return true;
}

/// Removes a decimal number from the front of `text`: an optional minus sign and digits, without a plus sign or
/// superfluous zeros ("007", "-0"). A number that does not fit into 64 bits becomes the largest (or smallest) one,
/// which the rules of every game reject.
inline std::optional<std::int64_t> take_number(std::string_view& text) {
    std::size_t end = text.starts_with('-') ? 1 : 0;
    const std::size_t first_digit = end;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9')
        ++end;
    if (end == first_digit) return std::nullopt;
    if (text[first_digit] == '0' && (end > first_digit + 1 || first_digit == 1)) return std::nullopt;
    std::int64_t number = 0;
    const auto result = std::from_chars(text.data(), text.data() + end, number);
    if (result.ec == std::errc::result_out_of_range) {
        number = first_digit == 1 ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
    }
    text.remove_prefix(end);
    return number;
}

/// Parses all of `text` as one number; nothing if it is not one.
inline std::optional<std::int64_t> whole_number(std::string_view text) {
    const auto number = take_number(text);
    return text.empty() ? number : std::nullopt;
}

}  // namespace games
