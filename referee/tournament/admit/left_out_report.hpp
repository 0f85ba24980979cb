// Says which bots are left out.
#pragma once

#include <vector>

#include "referee/core/bots/bots_folder.hpp"
#include "referee/handins/student.hpp"

namespace referee::tournament {

/// Warns of a bot that is left out, with the reason and a command that shows more.
void report_left_out(const LeftOut& bot);

/// Warns of bots that are left out. Those with the same reason share a line, which names a few of them. The lines with
/// most bots come first.
void report_left_out(const std::vector<LeftOut>& bots);

/// Warns of the hand-ins of students that can't play, in a few lines of a terminal. hand_ins.csv has all of them, with
/// the whole reasons. Entries without an owner are told elsewhere.
void report_refused(const std::vector<LeftOut>& bots, const std::vector<handins::Student>& students);

}  // namespace referee::tournament
