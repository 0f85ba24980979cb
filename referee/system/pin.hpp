// Keeps a match on one processor core.
#pragma once

namespace referee {

/// From now on the calling thread, and what it starts, runs on one core only: of those that it may use now, the one of
/// this number, counted from 0 and around. Throws std::system_error.
void pin_to_core(int number);

}  // namespace referee
