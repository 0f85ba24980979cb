// What a tournament takes from outside: machines, clocks, chance, sandboxes, and the verdicts on bots.
#pragma once

#include <cstdint>
#include <functional>

#include "referee/core/bots/isolation.hpp"
#include "referee/core/match/seed.hpp"
#include "referee/tournament/admit/fitness.hpp"
#include "referee/tournament/paper/schedule/ladder.hpp"
#include "referee/tournament/run/clocks.hpp"
#include "referee/tournament/run/engine.hpp"

namespace referee::tournament {

/// Makes the isolation of a run's bots as make_isolation() does.
using Isolate = std::function<Isolation(const IsolationOptions&)>;

/// The sources of everything that does not follow from the user's request and files. Tests replace them.
struct World {
    FindMachines find_machines{};  ///< empty: threads of this process play
    Isolate isolate = make_isolation;
    CheckLineup check = check_lineup;
    Clocks clocks{};
    std::function<std::uint64_t()> random_seed = referee::random_seed;  ///< at most max_seed
    int pairs_before_rest = usual_pairs_before_rest;                    ///< of each bot of a ladder without a goal
};

}  // namespace referee::tournament
