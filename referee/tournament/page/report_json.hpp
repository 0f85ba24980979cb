// The content of a tournament's report, except the games, as JSON for its page.
#pragma once

#include <string>
#include <vector>

#include "referee/tournament/page/course.hpp"
#include "referee/tournament/page/event.hpp"
#include "referee/tournament/page/turn_times.hpp"
#include "referee/tournament/tables/account.hpp"
#include "referee/tournament/tables/standings.hpp"

namespace referee::tournament {

/// What the publisher says of the event; empty: nothing.

struct ReportData {
    const Account* account;
    const Standings* standings;           ///< with intervals
    const std::vector<TurnTimes>* times;  ///< by entrant; null: not known
    const Course* course;                 ///< null: not known
    Event event{};
    bool with_entrants = false;  ///< each entrant has a page of its own, in entrants/
};

/// An object; viewer/report/model.js says what it holds. Words and numbers that people read are those of
/// `referee standings`; entrants are named by their places in the standings, from 0 on.
std::string report_json(const ReportData& data);

}  // namespace referee::tournament
