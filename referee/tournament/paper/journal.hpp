// Entries of a tournament's journal.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "referee/core/bots/bots_folder.hpp"
#include "referee/tournament/paper/schedule/field.hpp"

namespace referee::tournament {

/// A time in the format of the journal: UTC, ISO 8601.
std::string journal_time(std::chrono::system_clock::time_point time);

/// The bots that were left out, as entries of the journal.
[[nodiscard]] std::vector<Change> journal_of(const std::vector<LeftOut>& left_out, const std::string& at);

}  // namespace referee::tournament
