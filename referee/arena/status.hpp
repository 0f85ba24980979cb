// The state of an arena as text.
#pragma once

#include <string>

namespace referee::arena {

/// The deadline, and a line for each student of the list: the newest version, its state, and why it was refused. Reads
/// the arena in the working directory, also while another process runs it.
[[nodiscard]] std::string status_text();

}  // namespace referee::arena
