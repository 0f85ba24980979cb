// Compares the teams of two lists of a class.
#pragma once

#include <string>
#include <vector>

#include "referee/handins/student.hpp"

namespace referee::handins {

/// Throws games::UserError if a team of the list `before` has another name in `now`, which may also be that of another
/// team: teams are known by their names. New students do not make it another team. Who was alone has no team.
void require_names_of_teams(const std::vector<Student>& before, const std::vector<Student>& now,
                            const std::string& file);

/// Who is in another team than before, as one line; empty if nobody is.
[[nodiscard]] std::string moves_between(const std::vector<Student>& before, const std::vector<Student>& now);

}  // namespace referee::handins
