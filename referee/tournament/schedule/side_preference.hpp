// Which side an entrant of a Swiss tournament is due in its next single game.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace referee::tournament {

/// The sides that an entrant had in its single games, the latest last; true: it moved first. Rounds without such a game
/// are left out.
using Sides = std::vector<bool>;

/// Games moved first less games moved second.
int side_balance(const Sides& sides);

/// FIDE Handbook C.04.3 (the Dutch system), A.6, with "moves first" for white. Greater is more urgent.
enum class Urgency : std::uint8_t {
    none,      ///< no game so far
    mild,      ///< as often first as second: the side that it did not have last
    strong,    ///< one game more on one side
    absolute,  ///< two games more on one side, or the same side in the last two games
};

struct SidePreference {
    Urgency urgency = Urgency::none;
    bool first = false;  ///< the side that is due, unless there is no urgency
};

SidePreference preference_of(const Sides& sides);

/// How bad it is for the one who yields if these two meet: the lower of both urgencies if they are due the same side,
/// otherwise none.
Urgency clash_of(const SidePreference& a, const SidePreference& b);

/// Whether `a` moves first against `b`, `a` being the higher in the standings: C.04.3, E.1 to E.4. Both get the side
/// that they are due if they can; else the more urgent one does, of two absolute ones that with the greater balance;
/// else both get the other sides than in the latest game in which they had different ones; else `a` gets what it is
/// due. Nothing if neither has a preference.
std::optional<bool> moves_first(const Sides& a, const Sides& b);

}  // namespace referee::tournament
