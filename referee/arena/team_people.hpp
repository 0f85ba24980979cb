// The teams among the people of an arena. A team is a person without a link, who holds what its members hand in. Pure
// functions of values.
#pragma once

#include <string>
#include <vector>

#include "referee/arena/records.hpp"

namespace referee::arena {

/// The students, followed by a person for each of their teams that is not among `people` yet.
[[nodiscard]] std::vector<handins::Student> with_teams(std::vector<handins::Student> students,
                                                       const std::vector<Person>& people = {});

/// Sets who holds the versions of each person, and how many students belong to each holder.
void set_holders(std::vector<Person>& people);

/// The students among the people, as a list of students has them.
[[nodiscard]] std::vector<Person> students_among(const std::vector<Person>& people);

/// The changes that a later list of students makes.
struct ListNews {
    std::vector<Person> moved;            ///< students who are in another team now
    std::vector<handins::Student> fresh;  ///< new students, and new teams
};

/// Compares a later list with the people. Students are known by their names; who is missing stays. Throws
/// games::UserError if a student or a team has the name of somebody else, of a bot of the teacher's (`staff`), or if a
/// team was renamed. `source`: where the students come from, for messages.
[[nodiscard]] ListNews news_of_list(const std::vector<Person>& people, const std::vector<handins::Student>& students,
                                    const std::vector<std::string>& staff, const std::string& source);

}  // namespace referee::arena
