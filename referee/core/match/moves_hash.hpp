// A hash of a match's moves and result, which is used to find exact repeats.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/match_log.hpp"

namespace referee {

/// FNV-1a with 64 bits (G. Fowler, L. C. Noll, K.-P. Vo), mixed once by SplitMix64. It is the same on every machine.
[[nodiscard]] std::uint64_t hash_of(std::string_view text);

/// The hash_of() of these lines: the moves, including the opening; the ending; the winner; the seed if the game has
/// chance, or the first position of a game of one's own in which no move was played; and the written position from
/// which the match began, if there is one. The hash does not depend on the players. The probability that any two of
/// 100,000 different matches have the same hash is 3e-10.
[[nodiscard]] std::uint64_t moves_hash_of(const protocol::MatchLog& log);

/// Writes a hash as 16 hexadecimal digits in lower case.
[[nodiscard]] std::string hash_text(std::uint64_t hash);
/// The inverse of hash_text(). Nothing for any other text.
[[nodiscard]] std::optional<std::uint64_t> hash_of_text(std::string_view text);

}  // namespace referee
