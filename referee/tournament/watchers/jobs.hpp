// The number of games that may be played at once on this machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "referee/processes/launch_request.hpp"

namespace referee::tournament {

/// The cores that this process may use; at least 1.
int cores();

/// The cores that a game keeps busy: of two bots one waits.
std::uint64_t cores_of_a_game(const Confinement& confinement);

/// The number of jobs: the given one, or as many as half of the cores can play, where a bot needs `cpus` of them, and
/// at least 1. Throws games::UserError for more jobs than the cores can play, unless `force`.
int jobs_to_run(std::optional<int> asked, std::uint64_t cpus, bool force);

/// Ensures that this process may have the descriptors for this many games at once; raises its limit as far as
/// the system lets it. Throws games::UserError if that is not enough: the text says how many jobs would do.
void make_room_for_descriptors(int jobs);

/// A line for people where the machine has more to do than its cores can, so that times are not to be trusted; empty
/// otherwise. `jobs` of this process are expected.
std::string load_warning(int jobs);

/// A warning where other programs keep this machine busy before a tournament begins; otherwise empty.
std::string busy_warning();

}  // namespace referee::tournament
