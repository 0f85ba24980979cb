// Breaks text into lines of limited length, for a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace referee {

/// Breaks the text at spaces into lines of at most `width` columns. The first line begins at column `indent`, and the
/// other lines are indented to it. A word that is too long gets its own line. So does a command at the end of the text
/// ("to resume: referee ..."), which can then be copied. Sequences that set colours take no columns.
[[nodiscard]] std::string wrapped_text(std::string_view text, std::size_t indent, std::size_t width = 80);

/// Breaks each line that is wider than `width`, like wrapped_text(). The additional lines begin below its first word,
/// or below the text after a gap of several blanks, as in "FAIL    the problem". JSON, and drawings that consist of
/// single characters, stay unchanged.
[[nodiscard]] std::string wrapped_lines(std::string_view text, std::size_t width);

}  // namespace referee
