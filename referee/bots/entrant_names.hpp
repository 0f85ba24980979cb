// Names that identify entrants in every table and log: clean and unique.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// In characters (code points).
inline constexpr std::size_t longest_name = 64;

/// A text made fit to be a name, in UTF-8. Invalid bytes, control characters, invisible ones and those that change the
/// direction of writing become underscores, and every kind of blank a space. There is no space at either end; there are
/// at most four combining marks in a row and `longest_name` characters; it is not empty. It is not normalised: names
/// that look alike but consist of other characters are different names.
[[nodiscard]] std::string cleaned_name(std::string_view text);

/// Throws games::UserError if `name`, which a user has given, is not fit to be a name.
void check_name(const std::string& name);

/// The wishes for the name of an entrant.
struct NameWish {
    std::string given;               ///< by the user; empty if none
    std::string fallback;            ///< the name of its file
    std::vector<std::string> words;  ///< its command: paths and arguments distinguish it from others with the same file
};

/// A name for each wish. Given names stay. The others are those of their files, without the suffix of a script (.py,
/// .js, .sh). If some of these are equal, they are extended by the first of the following that distinguishes most of
/// them: the suffix, the arguments, the nearest folder that differs ("v1/bot"), folder and arguments; then by numbers.
/// The names depend only on the wishes and their order. Throws games::UserError if a given name is not fit, or is given
/// twice. `taken` are names already in use.
[[nodiscard]] std::vector<std::string> unique_names(std::span<const NameWish> wishes,
                                                    std::span<const std::string> taken = {});

}  // namespace referee
