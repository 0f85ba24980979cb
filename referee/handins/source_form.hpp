// The form of a source without what is easily changed: names, comments and blanks.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace referee::handins {

/// The words and signs on one line.
struct SourceLine {
    std::string text{};
    std::size_t tokens = 0;
};

/// The form of a text in a language.
struct SourceForm {
    std::string text{};  ///< equal for sources that differ in names, comments and blanks only
    std::vector<SourceLine> lines{};
};

/// The form of a source. Each name that the source itself makes (see made_names()) becomes the number of its first
/// occurrence, so equal names stay equal; other names, words of the languages, texts in quotes and the blocks of Python
/// stay. Takes time in proportion to the length. Requires: is_source(suffix).
[[nodiscard]] SourceForm form_of(std::string_view source, std::string_view suffix);

}  // namespace referee::handins
