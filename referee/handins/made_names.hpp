// Tells the names that a source makes itself from those of a library.
#pragma once

#include <span>
#include <string_view>
#include <unordered_set>

#include "referee/handins/source_tokens.hpp"

namespace referee::handins {

/// The names that the source defines, declares or assigns to, or that are parameters. It is guessed by signs that many
/// languages share, and is enough for a comparison:
/// - a name after a word that declares ("def", "class", "let", "int", "for") or after a type ("Move best"), and further
///   ones after commas;
/// - a name before "=", "=>", "in" or "of", also in a list;
/// - a name before "(...) {" on a line without "if" and the like, and the parameters in the brackets.
/// Takes time in proportion to the number of tokens.
[[nodiscard]] std::unordered_set<std::string_view> made_names(std::span<const SourceToken> tokens);

}  // namespace referee::handins
