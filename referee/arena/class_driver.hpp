// The driver of an arena whose hand-ins are no programs, as it lies in the folder of the arena.
#pragma once

#include <optional>

#include "referee/handins/driver.hpp"

namespace referee::arena {

/// Writes a driver into the working directory, which is to be an arena.
void write_driver(const handins::Driver& driver);

/// The driver of the arena that is the working directory; none: its hand-ins are programs. Throws games::UserError if
/// it can't be read.
[[nodiscard]] std::optional<handins::Driver> read_class_driver();

}  // namespace referee::arena
