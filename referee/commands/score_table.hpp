// The score of two bots, A and B, who take turns at moving first.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>

#include "referee/tournament/page/turn_times.hpp"
#include "referee/tournament/tables/account.hpp"

namespace referee {

/// The number of games by the name of their ending, or by the rule that has ended them.
[[nodiscard]] std::map<std::string, std::uint64_t> endings_of(const tournament::Account& account);

/// The number of games that an entrant has forfeited, by the name of their ending.
[[nodiscard]] std::map<std::string, std::uint64_t> forfeits_of(const tournament::EntrantAccount& entrant);

/// The table at the end of a series. Requires: an account of two; `times` of their turns.
[[nodiscard]] std::string score_table(const tournament::Account& account, const std::array<std::string, 2>& names,
                                      const std::array<tournament::TurnTimes, 2>& times);

}  // namespace referee
