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

/// The student or team whose bot has this name, also if nobody belongs to it any more. Empty: it is the organiser's.
[[nodiscard]] std::string owner_named(const std::string& name, const TournamentHead& head);

/// The student or team whose bot this entrant is, by its name, or since it has the place of one that is. Empty: it is
/// the organiser's. Requires: `field` is that of the head.
[[nodiscard]] std::string owner_of(std::size_t entrant, const TournamentHead& head, const Field& field);

/// The newest of the owner's bots that take part, or the newest one if all have left. Nothing if there is none.
[[nodiscard]] std::optional<std::size_t> bot_of(const std::string& owner, const TournamentHead& head,
                                                const Field& field);

/// Whether this entrant is no bot of the organiser. Requires: `field` is that of the head.
[[nodiscard]] bool is_of_class(std::size_t entrant, const TournamentHead& head, const Field& field);

/// The newest of the entrants of the student, or of the student's team, that take part, or the newest one if all have
/// left. Nothing if there is none. Requires: `field` is that of the head, which has the student.
[[nodiscard]] std::optional<std::size_t> entrant_of(const Student& student, const TournamentHead& head,
                                                    const Field& field);

}  // namespace referee::tournament
