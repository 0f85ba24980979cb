// The columns that UTF-8 text takes on a terminal, independent of the user's locale.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace referee {

/// The columns of a character according to the C library: 2 for wide characters (East Asian, emoji), 0 for characters
/// that combine with the previous one, -1 for characters that can't be shown.
[[nodiscard]] int columns_of(std::uint32_t point);

/// The columns of a text. A character that can't be shown counts as one column.
[[nodiscard]] std::size_t columns_of(std::string_view text);

/// The longest beginning of a text that takes at most `columns` columns, including the marks that combine with its last
/// character.
[[nodiscard]] std::string_view first_columns(std::string_view text, std::size_t columns);

/// The longest end of a text that takes at most `columns` columns and does not begin with a combining mark.
[[nodiscard]] std::string_view last_columns(std::string_view text, std::size_t columns);

/// The text padded with blanks to `columns` columns.
[[nodiscard]] std::string padded(std::string_view text, std::size_t columns);

}  // namespace referee
