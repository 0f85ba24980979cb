// A hash of a match's moves and result, which finds exact repeats.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/match_log.hpp"

namespace referee {

/// FNV-1a with 64 bits (G. Fowler, L. C. Noll, K.-P. Vo), mixed once by SplitMix64. The same on every machine.
[[nodiscard]] std::uint64_t hash_of(std::string_view text);

/// The hash_of() of these as lines: the moves, opening included, the ending, the winner, in a game with chance the
/// seed, and the written position from which the match began, if there is one. It does not depend on the players. Among
/// 100,000 different matches two agree by chance with a probability of 3e-10.
[[nodiscard]] std::uint64_t moves_hash_of(const protocol::MatchLog& log);

/// 16 hexadecimal digits, in lower case.
[[nodiscard]] std::string hash_text(std::uint64_t hash);
/// Reads what hash_text() has written; nothing for any other text.
[[nodiscard]] std::optional<std::uint64_t> hash_of_text(std::string_view text);

}  // namespace referee
