// Names by which entrants are told apart in every table and log: clean, and never the same for two.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// In characters (code points).
inline constexpr std::size_t longest_name = 64;

/// A text made fit to be a name: UTF-8 in which each byte that is none, each control character, each invisible one and
/// each that turns the direction of writing is an underscore, and each kind of blank a space; no space at either end,
/// no more than four combining marks in a row, at most `longest_name` characters, not empty. It is not normalised:
/// names that look alike but are other characters are different names.
[[nodiscard]] std::string cleaned_name(std::string_view text);

/// Throws games::UserError unless `name`, which a user has given, is fit to be one.
void check_name(const std::string& name);

/// The wishes for the name of an entrant.
struct NameWish {
    std::string given;               ///< by the user; empty: none
    std::string fallback;            ///< the name of its file
    std::vector<std::string> words;  ///< its command, whose paths and arguments tell it from others with the same file
};

/// A name for each. Given names stay as they are. The others are those of their files, without the suffix of a script
/// (.py, .js, .sh). Those that would be the same take the first of these that tells the most of them apart: with the
/// suffix, with their arguments, with the nearest folder that differs ("v1/bot"), with both; then numbers. The names
/// depend on the wishes and their order alone. Throws games::UserError if a given name is not fit, or is given twice.
/// `taken` are names that are already somebody's.
[[nodiscard]] std::vector<std::string> unique_names(std::span<const NameWish> wishes,
                                                    std::span<const std::string> taken = {});

}  // namespace referee
