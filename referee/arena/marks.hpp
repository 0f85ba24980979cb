// The table of marks.
#pragma once

#include <string>
#include <vector>

#include "referee/arena/records.hpp"
#include "referee/core/bots/bots_folder.hpp"
#include "referee/tournament/paper/store/store.hpp"

namespace referee::arena {

/// The students of the final's file: the list with what was handed in.
[[nodiscard]] std::vector<handins::Student> students_of_final(const std::vector<Person>& people,
                                                              const std::vector<HandIn>& newest);
/// The students who have handed in something, but take no part in the final, and why.
[[nodiscard]] std::vector<LeftOut> left_out_of_final(const std::vector<Person>& people,
                                                     const std::vector<HandIn>& newest,
                                                     const std::vector<HandIn>& accepted);

/// The table of the students of the final (see tournament::students_table()) with the version that played and the time
/// at which it was handed in, as CSV.
[[nodiscard]] std::string marks_of(const tournament::Store& final, const std::vector<Person>& people,
                                   const std::vector<HandIn>& accepted);

}  // namespace referee::arena
