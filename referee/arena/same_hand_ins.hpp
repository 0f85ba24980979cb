// Finds out which students of an arena have handed in the same, for the teacher and nobody else.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "referee/arena/records.hpp"
#include "referee/handins/copies.hpp"

namespace referee::arena {

/// Finds students who have handed in the same. Requires: the working directory is the folder of an arena.
class SameHandIns {
public:
    /// The others who have handed in the same as a student, in words, by the number of the student. Compares the
    /// versions that play. Students without others are missing. `accepted`: the version of each person that is to play.
    /// `rules`: see rules_for_students(). They, the driver unless it is null, starter kits and sample bots are nobody's
    /// copy.
    [[nodiscard]] std::map<int, std::string> among(const std::vector<Person>& people,
                                                   const std::vector<HandIn>& accepted, const std::string& rules,
                                                   const handins::Driver* driver);

private:
    std::optional<handins::KnownFiles> handed_out_;   ///< since the first comparison
    std::map<std::string, handins::Likeness> known_;  ///< by the names of entrants, whose versions never change
};

}  // namespace referee::arena
