// The page of one entrant in a report: its place, its games, its worst losses and its forfeits with their reasons.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "referee/tournament/page/game_rows.hpp"
#include "referee/tournament/page/report_json.hpp"

namespace referee::tournament {

/// The details of forfeits, by the numbers of their games; may hold hostile text.
using ForfeitDetails = std::map<int, std::string>;

/// A whole page without a script. `place`: of the entrant in the standings, from 0 on. Its links lead to ../index.html
/// and to the pages of the games as `games` has them.
std::string entrant_page(const ReportData& report, std::size_t place, const GameRows& games,
                         const ForfeitDetails& details);

}  // namespace referee::tournament
