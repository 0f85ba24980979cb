// Answers that a bot might give by mistake or malice: near misses of legal moves, and noise.
#pragma once

#include <string>
#include <vector>

#include "tests/games/random.hpp"

namespace games_test {

/// Variants of `move` with small mistakes: one character, letter case, spaces, or numbers.
std::vector<std::string> near_misses(const std::string& move, Random& random);

/// Up to 40 random bytes of any value. Sometimes they start with a prefix of a legal move.
std::string noise(const std::vector<std::string>& moves, Random& random);

}  // namespace games_test
