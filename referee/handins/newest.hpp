// Finds the newest of what a student has handed in.
#pragma once

#include <cstdint>
#include <string>

#include "referee/handins/hand_in.hpp"

namespace referee::handins {

/// The newest time of a file, or of the files in and below a folder, in nanoseconds since 1970.
[[nodiscard]] std::int64_t newest_time_of(const std::string& path);

/// Keeps the entries that make up the hand-in: those of the newest attempt, by the number or the date in their names,
/// or else by the times of the files. If several persons may be the student, all are kept, so that the hand-in is
/// refused. Returns a sentence for the teacher if there was a choice.
[[nodiscard]] std::string keep_what_counts(HandIn& hand_in);

}  // namespace referee::handins
