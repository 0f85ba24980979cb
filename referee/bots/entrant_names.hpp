// Names by which entrants are told apart in every table and log: clean, and never the same for two.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

inline constexpr std::size_t longest_name = 64;

/// A text made fit to be a name: printable ASCII with an underscore for each other character, no space at either end,
/// at most `longest_name` characters, not empty.
[[nodiscard]] std::string cleaned_name(std::string_view text);

/// Throws games::UserError unless `name`, which a user has given, is fit to be one.
void check_name(const std::string& name);

/// The wishes for the name of an entrant.
struct NameWish {
    std::string given;               ///< by the user; empty: none
    std::string fallback;            ///< the name of its file
    std::vector<std::string> words;  ///< its command, whose arguments tell it from others with the same file
};

/// A name for each. Given names stay as they are; those after the same file get their arguments, and where that is not
/// enough, numbers. The names depend on the wishes and their order alone. Throws games::UserError if a given name is
/// not fit, or is given twice. `taken` are names that are already somebody's.
[[nodiscard]] std::vector<std::string> unique_names(std::span<const NameWish> wishes,
                                                    std::span<const std::string> taken = {});

}  // namespace referee
