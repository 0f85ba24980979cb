// The form of a source without what is easily changed: names, comments and blanks.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace referee::handins {

/// The form of a text in a language.
struct SourceForm {
    std::string text;        ///< equal for sources that differ in names, comments and blanks only
    std::size_t tokens = 0;  ///< the number of words and signs
};

/// Whether the language of a file with this suffix (".py") is known.
[[nodiscard]] bool has_form(std::string_view suffix);

/// The form of a source. Each name becomes the number of its first occurrence, so equal names stay equal; words of the
/// languages and texts in quotes stay. Takes time in proportion to the length. Requires: has_form(suffix).
[[nodiscard]] SourceForm form_of(std::string_view source, std::string_view suffix);

}  // namespace referee::handins
