// The entrants of a class that are the students' bots, and the students of these entrants.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "referee/tournament/paper/schedule/field.hpp"
#include "referee/tournament/paper/store/tournament_head.hpp"

namespace referee::tournament {

/// The student of the list whose bot, or a later version of it, has this name. Of a team, its first member in the list.
/// Null if it is nobody's.
[[nodiscard]] const Student* student_named(const std::string& name, const std::vector<Student>& students);

/// Whether this is the name of a bot of a team, or of a student alone, to whom nobody belongs any more.
[[nodiscard]] bool is_former(const std::string& name, const handins::HandInRecord& hand_ins);

/// The student whose bot this entrant is, by its name, or since it has the place of one that is. Of a team, its first
/// member in the list. Null for the organiser's bots, and for those of former teams. Requires: `field` is that of the
/// head.
[[nodiscard]] const Student* student_of(std::size_t entrant, const TournamentHead& head, const Field& field);

/// Whether this entrant is a bot of the student, or of the student's team. Requires: `field` is that of the head, which
/// has the student.
[[nodiscard]] bool is_bot_of(const Student& student, std::size_t entrant, const TournamentHead& head,
                             const Field& field);

/// Whether this entrant is no bot of the organiser. Requires: `field` is that of the head.
[[nodiscard]] bool is_of_class(std::size_t entrant, const TournamentHead& head, const Field& field);

/// The newest of the entrants of the student, or of the student's team, that take part, or the newest one if all have
/// left. Nothing if there is none. Requires: `field` is that of the head, which has the student.
[[nodiscard]] std::optional<std::size_t> entrant_of(const Student& student, const TournamentHead& head,
                                                    const Field& field);

}  // namespace referee::tournament
