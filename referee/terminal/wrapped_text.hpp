// Text in lines of limited length, for people at a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace referee {

/// The text broken at spaces into lines of at most `width` columns. The first line begins at column `indent`, and the
/// others are indented to it. A word that is too long gets its own line, like a command at the end of the text ("to
/// resume: referee ..."), which can then be copied. Sequences that set colours take no columns.
[[nodiscard]] std::string wrapped_text(std::string_view text, std::size_t indent, std::size_t width = 80);

/// Breaks each line that is wider than `width` like wrapped_text(), with the further lines below its first word, or
/// below the text after a gap of several blanks, as in "FAIL    the problem". JSON and drawings, which consist of
/// single characters, stay as they are.
[[nodiscard]] std::string wrapped_lines(std::string_view text, std::size_t width);

}  // namespace referee
