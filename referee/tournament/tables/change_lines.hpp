// The journal of a tournament for people.
#pragma once

#include <string>
#include <vector>

#include "referee/tournament/store/store.hpp"

namespace referee::tournament {

/// One change without its time: "ann leaves, its results stay; 3 games are cancelled". Harmless.
std::string change_text(const TournamentHead& head, const Change& change);

/// The changes with their times, in lines of 80 columns; empty if nothing was changed.
std::vector<std::string> change_lines(const TournamentHead& head);

/// The void games and the load of all runs, in one line; empty if no game was void and there were enough cores.
std::string machine_text(const TournamentHead& head);
/// machine_text() in lines of 80 columns.
std::vector<std::string> machine_lines(const TournamentHead& head);

/// The bots that were left out, each with its reason and the end of its stderr, in lines of 80 columns.
std::vector<std::string> left_out_lines(const TournamentHead& head);

}  // namespace referee::tournament
