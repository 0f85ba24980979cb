// Splits a source into words, signs and texts, without comments and blanks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace referee::handins {

struct SourceToken {
    enum class Kind : std::uint8_t {
        name,
        word,   ///< of the languages: "while"
        other,  ///< a sign, a number, or a text in quotes
        layout  ///< Python's indentation: ">" begins a block, and "<" ends one
    };
    Kind kind;
    std::string_view text;
    std::size_t line;  ///< tokens on different lines have different ones
};

/// Whether the language of a file with this suffix (".py") is known.
[[nodiscard]] bool is_source(std::string_view suffix);

/// The tokens of a source, which must outlive them. Lines end in "\n". A text in quotes that is a statement of its own,
/// as comments on functions are in Python, counts as a comment. Takes time in proportion to the length. Requires:
/// is_source(suffix).
[[nodiscard]] std::vector<SourceToken> tokens_of(std::string_view source, std::string_view suffix);

}  // namespace referee::handins
