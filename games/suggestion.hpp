// "Did you mean": the known word nearest to a mistyped one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace games {

/// What to put behind an "unknown ..." message: "; did you mean 'x'?" where a known word is near (Levenshtein distance
/// of at most a third of its length, and at least 1), otherwise "; there are: a, b, c".
std::string did_you_mean(std::string_view word, std::span<const std::string_view> known);

}  // namespace games
