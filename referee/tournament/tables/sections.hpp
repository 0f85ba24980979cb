// The parts of the final text, each with a heading of its own. Empty where there is nothing to say.
#pragma once

#include <string>

#include "referee/tournament/tables/account.hpp"
#include "referee/tournament/tables/standings.hpp"

namespace referee::tournament {

/// Games, format, seed, and how much of it has been played.
std::string head_text(const Account& account, bool colour);
/// The standings, with what has to be said below them.
std::string standings_section(const Account& account, const Standings& standings, bool colour);
/// What has to be said below the standings: byes, groups, games that are not in the ratings.
std::string standings_notes(const Account& account, const Standings& standings);
/// The tie-break of the format and its number, where there is one; half points are told as points.
std::string tie_break_title(Format format);
std::string tie_break_text(Format format, const StandingsLine& line);
/// Whether two neighbours have the same points: only then a tie-break tells something.
bool has_ties(const Standings& standings);
/// The rounds of a knockout.
std::string bracket_section(const Account& account, bool colour);
/// The points of everybody against everybody, of three and more.
std::string crosstable_section(const Account& account, const Standings& standings, bool colour);
std::string superiority_section(const Account& account, const Standings& standings, bool colour);
/// First move, draws, endings, forfeits.
std::string games_section(const Account& account, const Standings& standings, bool colour);
/// The part of it on the first move and on draws, a line each.
std::string chances_text(const Account& account, const Standings& standings);
/// The sequential test.
std::string sprt_section(const Account& account, bool colour);

}  // namespace referee::tournament
