// Whether a sequential test has enough openings.
#pragma once

#include <cstdint>
#include <string>

#include "games/spec.hpp"
#include "referee/core/match/openings.hpp"
#include "referee/tournament/paper/settings.hpp"

namespace referee::tournament {

/// A warning for a sequential test whose games begin without openings, or with fewer than the pairs of games that it
/// takes on average when a hypothesis is true (length_of() with usual_draws): bots that repeat their games
/// may then get no verdict. Empty for games with chance, for openings that suffice, and without a test. `openings`:
/// null if games begin at their usual start. Generates at most as many openings as the test takes.
std::string warning_of_openings(const Settings& settings, const games::GameSpec& spec, Openings* openings,
                                std::uint64_t seed);

}  // namespace referee::tournament
