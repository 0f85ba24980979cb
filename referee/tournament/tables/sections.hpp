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
/// The rounds of a knockout.
std::string bracket_section(const Account& account, bool colour);
/// The points of everybody against everybody, of three and more.
std::string crosstable_section(const Account& account, const Standings& standings, bool colour);
std::string superiority_section(const Account& account, const Standings& standings, bool colour);
/// First move, draws, endings, forfeits.
std::string games_section(const Account& account, const Standings& standings, bool colour);
/// The sequential test.
std::string sprt_section(const Account& account, bool colour);

}  // namespace referee::tournament
