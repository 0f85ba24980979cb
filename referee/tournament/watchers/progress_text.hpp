// A tournament's progress in words.
#pragma once

#include <string>

#include "referee/tournament/watchers/watcher.hpp"

namespace referee::tournament {

/// "4.1 games/s", "12 games/min"; empty if it is not known yet.
std::string speed_of(const Progress& progress);

/// "22 s left", "1 h 5 min left"; empty if it is not known, or there is no end.
std::string time_left_of(const Progress& progress);

/// "31 of 120 games, 4.1 games/s, 22 s left, 2 forfeits, 4 repeats"
std::string line_of(const Progress& progress, const Account& account);

/// "goal los=95: 5 of 7 neighbours decided, the least at 71.3 %": the state of a goal at its last checkpoint; empty if
/// there is none.
std::string goal_text(const Account& account);

/// The state of a sequential test; empty if there is none.
std::string test_of(const Account& account);

}  // namespace referee::tournament
