// Whether the hand-in of a student plays.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "referee/tournament/paper/schedule/field.hpp"
#include "referee/tournament/paper/store/tournament_head.hpp"

namespace referee::tournament {

/// Whether the hand-in of a student plays, and if not, why.
struct StudentState {
    std::string_view status;  ///< "played", "refused", "nothing handed in", "perhaps handed in", which may be this
                              ///< student's, or "not in this tournament" but an earlier one
    std::optional<std::size_t> entrant{};  ///< the hand-in plays
    const Change* refusal = nullptr;       ///< the newest hand-in was refused; points into the head
    std::string doubt{};  ///< nothing is known of a hand-in of the student, but there are some without an owner
};
/// Requires: `field` is that of the head, which has the student.
StudentState state_of(const Student& student, const TournamentHead& head, const Field& field);

}  // namespace referee::tournament
