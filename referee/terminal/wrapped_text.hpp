// Text in lines of limited length, for people who read it on a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace referee {

/// The text broken at spaces into lines of at most `width` columns; the first begins at column `indent`, the others are
/// indented so far. A word that is too long has a line of its own.
[[nodiscard]] std::string wrapped_text(std::string_view text, std::size_t indent, std::size_t width = 80);

}  // namespace referee
