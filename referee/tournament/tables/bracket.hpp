// Who beat whom in a knockout, and how far everybody came, as its schedule says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "referee/tournament/tables/account.hpp"

namespace referee::tournament {

struct BracketPairing {
    int a = 0;  ///< the better seed
    int b = 0;
    std::uint64_t half_points_a = 0;
    std::uint64_t half_points_b = 0;
    std::optional<int> winner;  ///< an entrant; none while it is open
    bool by_seed = false;       ///< they were even to the end, and the better seed goes on
};

struct BracketRound {
    std::vector<BracketPairing> pairings;
    std::vector<int> byes;
};

struct Bracket {
    std::vector<BracketRound> rounds;  ///< those that are known
    int total_rounds = 0;
    std::vector<int> passed;  ///< by entrant: how many rounds it has got through, byes included
    std::vector<bool> alive;  ///< by entrant: whether it is not out
};

/// Requires: the account is a knockout's.
Bracket bracket_of(const Account& account);

/// For people: "round 1", "semifinals", "final".
std::string round_name(int round, int total_rounds);

}  // namespace referee::tournament
