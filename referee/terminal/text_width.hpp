// The columns that text in UTF-8 takes on a terminal, independent of the user's locale.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace referee {

/// The columns of one character by the C library: 2 for wide ones (East Asian, emoji), 0 for those that combine with
/// the character before, -1 for those that can't be shown.
[[nodiscard]] int columns_of(std::uint32_t point);

/// The columns of a text; a character that can't be shown counts as one.
[[nodiscard]] std::size_t columns_of(std::string_view text);

/// The longest beginning of a text that takes at most this number of columns, with the marks that combine with its last
/// character.
[[nodiscard]] std::string_view first_columns(std::string_view text, std::size_t columns);

/// The longest end of a text that takes at most this number of columns and does not begin with a combining mark.
[[nodiscard]] std::string_view last_columns(std::string_view text, std::size_t columns);

/// The text padded with blanks to this number of columns.
[[nodiscard]] std::string padded(std::string_view text, std::size_t columns);

}  // namespace referee
