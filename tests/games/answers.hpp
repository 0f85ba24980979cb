// Answers that a bot might give by mistake or malice: near misses of legal moves, and noise.
#pragma once

#include <string>
#include <vector>

#include "tests/games/random.hpp"

namespace games_test {

/// Slips of one character, case, spaces and numbers around `move`.
std::vector<std::string> near_misses(const std::string& move, Random& random);

/// Bytes of any value, up to 40 of them, at times with a legal move's beginning.
std::string noise(const std::vector<std::string>& moves, Random& random);

}  // namespace games_test
