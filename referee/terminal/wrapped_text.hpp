// Text in lines of limited length, for people who read it on a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace referee {

/// The text broken at spaces into lines of at most `width` columns; the first begins at column `indent`, the others are
/// indented so far. A word that is too long has a line of its own, as has a command at the end of the text ("to resume:
/// referee ..."), so that it can be copied. Sequences that set colours take no columns.
[[nodiscard]] std::string wrapped_text(std::string_view text, std::size_t indent, std::size_t width = 80);

/// Lines of any length, each that is wider than `width` broken as by wrapped_text(): below its first word, or below
/// what stands behind a gap of several blanks, as in "FAIL    the problem". JSON, and drawings, which are made of
/// single characters, stay as they are.
[[nodiscard]] std::string wrapped_lines(std::string_view text, std::size_t width);

}  // namespace referee
