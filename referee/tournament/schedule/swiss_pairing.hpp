// The pairing of one round of a Swiss tournament.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "referee/tournament/schedule/matching.hpp"
#include "referee/tournament/schedule/side_preference.hpp"

namespace referee::tournament {

/// The facts of an entrant that pairing needs.
struct SwissEntrant {
    int score = 0;  ///< in any unit
    Sides sides;    ///< of its single games; empty where there are none
    bool had_bye = false;
};

/// One round: every entrant is in one pair, or has the bye.
struct SwissRound {
    std::vector<std::pair<int, int>> pairs;  ///< from the top down, the one ahead before the other
    std::optional<int> bye;
};

/// Pairs everybody whom `met` does not join. In this order of weight:
///   1. nobody meets anybody twice, nobody has two byes, and all rounds that are left can still be paired so;
///   2. two who are due the same side absolutely don't meet: so nobody has a side three times in a row, or three games
///      more on one side than on the other. If there is no such pairing, this rule is dropped for the round;
///   3. the bye goes to the lowest entrant who can have it;
///   4. the widest gap in score within a pair is as small as can be;
///   5. from the top down, everybody gets an opponent as near in score as leaves a pairing for all the others; among
///      equals in score the one with the weakest clash of sides, and then the one whom the Dutch system names: the
///      upper half of those with this score plays the lower half, each its counterpart, and whoever is left over plays
///      the best of the next score.
/// Entrants with equal scores are ranked by their numbers. Returns nothing if there is no such pairing.
std::optional<SwissRound> pair_swiss(const std::vector<SwissEntrant>& entrants, const Graph& met,
                                     int rounds_left_after);

}  // namespace referee::tournament
