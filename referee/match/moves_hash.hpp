// A hash of what was played in a match, by which exact repeats are found.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/match_log.hpp"

namespace referee {

/// FNV-1a with 64 bits (G. Fowler, L. C. Noll, K.-P. Vo), mixed once by SplitMix64. The same on every machine.
[[nodiscard]] std::uint64_t hash_of(std::string_view text);

/// The same for two matches exactly if they have the same moves, opening included, the same ending and winner, in a
/// game with chance the same seed, and the same position to begin from, where one is written: the hash_of() of these as
/// lines. Who played is not in it. Among 100,000 different
/// matches two agree by chance with a probability of 3e-10.
[[nodiscard]] std::uint64_t moves_hash_of(const protocol::MatchLog& log);

/// 16 hexadecimal digits, in lower case.
[[nodiscard]] std::string hash_text(std::uint64_t hash);
/// Reads what hash_text() has written; nothing for any other text.
[[nodiscard]] std::optional<std::uint64_t> hash_of_text(std::string_view text);

}  // namespace referee
