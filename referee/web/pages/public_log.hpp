// The match logs that the pages of a tournament show to everybody.
#pragma once

#include <string>
#include <string_view>

#include "protocol/match_log.hpp"
#include "referee/tournament/paper/store/store.hpp"

namespace referee::tournament {

/// Whether the tournament belongs to a class. Then its pages are for everybody in the class, and show nothing of what
/// seen_by() drops.
[[nodiscard]] inline bool is_of_class(const TournamentHead& head) {
    return !head.students.empty();
}

/// Reads the log of a match, `json`, for the pages of the tournament with this head. `place` is its name in messages.
/// Throws like checked_log().
[[nodiscard]] protocol::MatchLog log_for_pages(const TournamentHead& head, std::string_view json,
                                               const std::string& place);

}  // namespace referee::tournament
