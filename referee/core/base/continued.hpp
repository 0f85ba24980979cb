// Knows when this process went on after a stop, for example by Ctrl-Z and fg. The time of a stop is nobody's.
#pragma once

#include "referee/core/base/clock.hpp"

namespace referee {

/// Notes each SIGCONT from now on. Its handler interrupts system calls that SA_RESTART does not begin again.
void note_continues();

/// Notes that the process has just gone on. For a thread that takes SIGCONT in another way than by a handler.
void note_continue() noexcept;

}  // namespace referee
