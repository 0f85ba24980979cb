// The journal of a tournament in words.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "referee/tournament/paper/store/store.hpp"

namespace referee::tournament {

/// Why this planned game has no match, in words: "it has not been played yet".
std::string why_without_match(const TournamentHead& head, int number);

/// Describes one change without its time: "ann leaves, its results stay; 3 games are cancelled". The text is safe to
/// show.
std::string change_text(const TournamentHead& head, const Change& change);

/// The changes with their times, in lines of at most 80 columns. Empty if nothing was changed.
std::vector<std::string> change_lines(const TournamentHead& head);

/// The void games and the load of all runs, in one line. Empty if no game was void and there were enough cores.
std::string machine_text(const TournamentHead& head);
/// machine_text() in lines of at most 80 columns.
std::vector<std::string> machine_lines(const TournamentHead& head);

/// Changes that are being made, each in words. In a class, many of one kind share a line.
std::vector<std::string> told_changes(const TournamentHead& head, std::span<const Change> changes);

/// The bots that were left out, each with the reason and the end of its stderr, in lines of at most 80 columns. Of the
/// students of a class only their number, because everybody may read the tables: `export students` has the reasons.
std::vector<std::string> left_out_lines(const TournamentHead& head, const Field& field);

}  // namespace referee::tournament
