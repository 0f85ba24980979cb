// The entrants of a class that are the students' bots, and the students of these entrants.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "referee/tournament/paper/schedule/field.hpp"
#include "referee/tournament/paper/store/tournament_head.hpp"

namespace referee::tournament {

/// The student of the list whose bot, or a later version of it, has this name. Null if it is nobody's.
[[nodiscard]] const Student* student_named(const std::string& name, const std::vector<Student>& students);

/// The student whose bot this entrant is, by its name, or since it has the place of one that is. Null for the
/// organiser's bots. Requires: `field` is that of the head.
[[nodiscard]] const Student* student_of(std::size_t entrant, const TournamentHead& head, const Field& field);

/// Whether this entrant is a bot of the student. Requires: `field` is that of the head, which has the student.
[[nodiscard]] bool is_bot_of(const Student& student, std::size_t entrant, const TournamentHead& head,
                             const Field& field);

/// The newest of the student's entrants that take part, or the newest one if all have left. Nothing if the student has
/// none. Requires: `field` is that of the head, which has the student.
[[nodiscard]] std::optional<std::size_t> entrant_of(const Student& student, const TournamentHead& head,
                                                    const Field& field);

}  // namespace referee::tournament
