// "Did you mean": the known word nearest to a mistyped one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace games {

/// The known word nearest to `word`, within a Levenshtein distance of a third of its length, and at least 1. Empty:
/// none.
std::string_view nearest(std::string_view word, std::span<const std::string_view> known);

/// The end of an "unknown ..." message: "; did you mean 'x'?" where one is nearest, otherwise "; there are: a,
/// b, c".
std::string did_you_mean(std::string_view word, std::span<const std::string_view> known);

}  // namespace games
