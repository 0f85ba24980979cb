// The rows of the table of batch systems, and what both are made of.
#pragma once

#include <string_view>
#include <vector>

#include "referee/tournament/engine/job_system.hpp"

namespace referee::tournament {

[[nodiscard]] JobSystem slurm();
[[nodiscard]] JobSystem gnu_parallel();

/// The number of batches that GNU parallel runs at once, on all hosts.
[[nodiscard]] int slots_of_hosts_file(const Site& site);

/// Adds the user's options for the command that submits.
void add_options(Words& words, const Site& site);

/// The parts of a text between separators; one more than these.
[[nodiscard]] std::vector<std::string_view> fields_of(std::string_view text, char separator);

}  // namespace referee::tournament
