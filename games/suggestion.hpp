// "Did you mean": finds the known word nearest to a mistyped one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace games {

/// Returns the known word nearest to `word`. The distance is the number of letters that are missing, replaced or
/// superfluous, and of swapped neighbours. It is at most a third of the known word's length, but 1 is always allowed.
/// Instead of a word at a distance of 2 or more, prefers the shortest option of which `word` is a part: "--move-time"
/// for "--time". Empty if there is no such word.
std::string_view nearest(std::string_view word, std::span<const std::string_view> known);

/// The end of an "unknown ..." message: "; did you mean 'x'?" if there is a nearest word, otherwise "; there are: a, b,
/// c".
std::string did_you_mean(std::string_view word, std::span<const std::string_view> known);

}  // namespace games
