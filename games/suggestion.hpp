// "Did you mean": the known word nearest to a mistyped one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace games {

/// The known word nearest to `word`, within a third of its length, and at least 1: letters that are missing, wrong or
/// superfluous, and neighbours that are swapped, count one each. Or the shortest option of which `word` is a part:
/// "--move-time" for "--time". Empty: none.
std::string_view nearest(std::string_view word, std::span<const std::string_view> known);

/// The end of an "unknown ..." message: "; did you mean 'x'?" where one is nearest, otherwise "; there are: a,
/// b, c".
std::string did_you_mean(std::string_view word, std::span<const std::string_view> known);

}  // namespace games
