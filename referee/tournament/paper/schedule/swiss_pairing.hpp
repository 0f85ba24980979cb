// The pairing of one round of a Swiss tournament, and the side that each entrant should have in a single game.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "referee/tournament/paper/schedule/matching.hpp"

namespace referee::tournament {

/// The sides that an entrant had in its single games, the latest last. True: it moved first. Rounds without a single
/// game are left out.
using Sides = std::vector<bool>;

/// The number of games in which the entrant moved first, minus the number in which it moved second.
int side_balance(const Sides& sides);

/// How urgent a preference for a side is, as in FIDE Handbook C.04.3 (the Dutch system), A.6, where white moves first.
/// A greater value is more urgent.
enum class Urgency : std::uint8_t {
    none,      ///< no game so far
    mild,      ///< first as often as second; due the side that it did not have last
    strong,    ///< one game more on one side
    absolute,  ///< two games more on one side, or the same side in the last two games
};

struct SidePreference {
    Urgency urgency = Urgency::none;
    bool first = false;  ///< whether the entrant is due to move first; has no meaning without urgency
};

SidePreference preference_of(const Sides& sides);

/// The cost of pairing two entrants. If both are due the same side, one of them has to yield, and the cost is the lower
/// of their urgencies. Otherwise the cost is `none`.
Urgency clash_of(const SidePreference& a, const SidePreference& b);

/// Whether `a`, which stands higher than `b`, moves first (C.04.3, E.1 to E.4). If possible, both get the side that
/// they are due. Otherwise the entrant with the greater urgency gets its side; if both preferences are absolute, the
/// entrant with the greater balance gets its side. Otherwise they swap the sides of the latest game in which their
/// sides differed. Otherwise `a` gets its side. Returns none if neither entrant has a preference.
std::optional<bool> moves_first(const Sides& a, const Sides& b);

/// The facts about an entrant that pairing needs.
struct SwissEntrant {
    int score = 0;  ///< in any unit
    Sides sides;    ///< its sides in single games; empty if there are none
    bool had_bye = false;
};

/// One round: every entrant is in one pair, or has the bye.
struct SwissRound {
    std::vector<std::pair<int, int>> pairs;  ///< from the top down; the higher entrant of a pair comes first
    std::optional<int> bye;
};

/// Pairs entrants that `met` does not connect. The rules in the order of their importance:
///   1. Nobody meets anybody twice, nobody has two byes, and all remaining rounds can still be paired by this rule.
///   2. Two entrants with an absolute preference for the same side don't meet. So nobody has a side three times in a
///      row, or three games more on one side than on the other. If there is no such pairing, this rule is dropped for
///      the round.
///   3. The lowest entrant that can have the bye gets it.
///   4. The widest gap in score within a pair is as small as possible.
///   5. From the top down, everybody gets the opponent nearest in score that leaves a pairing for the rest. Among
///      equal scores, it gets the opponent with the weakest clash of sides, and then the opponent of the Dutch
///      system: within a score group the upper half plays the lower half in order, and an entrant that is left over
///      plays the best entrant of the next score group.
/// Entrants with equal scores are ranked by their indices. Returns none if there is no such pairing.
std::optional<SwissRound> pair_swiss(const std::vector<SwissEntrant>& entrants, const Graph& met,
                                     int rounds_left_after);

/// `met` without the rematches of a pairing of everybody that has as few of them as possible. `before`: those who have
/// met at all; `met`: those who must not meet again. Nothing if there is no such pairing.
std::optional<Graph> with_few_rematches(const std::vector<SwissEntrant>& entrants, const Graph& met,
                                        const Graph& before);

}  // namespace referee::tournament
