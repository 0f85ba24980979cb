// The live display of a tournament on a terminal, as lines that fit it.
#pragma once

#include <string>
#include <vector>

#include "referee/terminal/progress_line.hpp"
#include "referee/tournament/statistics/ratings.hpp"
#include "referee/tournament/watchers/watcher.hpp"

namespace referee::tournament {

/// The progress, the current table with these ratings, how games end, the sequential test, and `warning` if it isn't
/// empty. Lines leave the last column free, and there is a row left for the cursor. A text too long for a line
/// continues in the next, and names are cut, so that no number loses a digit if there are at least 30 columns.
std::vector<std::string> live_lines(const Progress& progress, const Account& account, const Ratings& ratings,
                                    const std::string& warning, TerminalSize size);

}  // namespace referee::tournament
