// The sources of bots: functions that say who wants to take part by an order.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "referee/handins/owners.hpp"
#include "referee/tournament/admit/candidate.hpp"
#include "referee/tournament/admit/entrance.hpp"
#include "referee/tournament/admit/participation.hpp"

namespace referee::tournament {

/// Who wants to take part by an order.
struct Arrivals {
    Candidates candidates{};             ///< in the order in which they take part
    std::vector<LeftOut> left_out{};     ///< what can't play of a folder that a change names; for the journal
    ClassNews of_class{};                ///< without students if there is no class, or if its list stays
    char list_separator = ',';           ///< of the columns of that list
    handins::WrittenTable table{};       ///< hand_ins.csv of that class
    std::shared_ptr<const void> lock{};  ///< keeps other referees from preparing the same hand-ins
};

/// Asks all sources: the bots that the user names, a folder of bots or of the hand-ins of a class, the director's
/// orders, and the folder of a change. Returns nothing if a stop was requested while hand-ins were prepared. Throws
/// games::UserError if a bot can't be run, or if a folder or a list can't be used.
[[nodiscard]] std::optional<Arrivals> arrivals_of(const Participation& wish, const Entrance& entrance);

}  // namespace referee::tournament
