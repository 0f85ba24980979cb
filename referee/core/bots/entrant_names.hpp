// Clean and unique names that identify entrants in every table and log.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// The maximum length of a name, in characters (code points).
inline constexpr std::size_t longest_name = 64;

/// Makes a text fit to be a name, in UTF-8. Replaces invalid bytes, control characters, invisible characters and
/// characters that change the writing direction by underscores, and every kind of blank by a space. The result has no
/// space at either end, at most four combining marks in a row, and at most `longest_name` characters. It is never
/// empty. It is not normalised: names that look alike but consist of different characters are different names.
[[nodiscard]] std::string cleaned_name(std::string_view text);

/// Throws games::UserError if `name`, which a user has given, is not a valid name.
void check_name(const std::string& name);

/// The possible sources of an entrant's name.
struct NameWish {
    std::string given;               ///< given by the user; empty if none
    std::string fallback;            ///< the name of the bot's file
    std::vector<std::string> words;  ///< the command; its paths and arguments distinguish entrants with the same file
};

/// Returns a name for each wish. Given names are kept. The other entrants are named after their files, without the
/// suffix of a script (.py, .js, .sh). If some of these names are equal, they are extended by the first of the
/// following that makes most of them distinct: the suffix; the arguments; the nearest folder that differs ("v1/bot");
/// the folder and the arguments. Names that are still equal get numbers. The names depend only on the wishes and their
/// order. Throws games::UserError if a given name is invalid, or is given twice. `taken` are names already in use.
[[nodiscard]] std::vector<std::string> unique_names(std::span<const NameWish> wishes,
                                                    std::span<const std::string> taken = {});

}  // namespace referee
