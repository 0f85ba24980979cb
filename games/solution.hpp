// The value of a position, if it was found, and the limits of the search for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "games/game.hpp"

namespace games {

/// The limits of a search, and its callbacks.
struct SolveLimits {
    std::size_t bytes;                                     ///< memory for the positions that it remembers
    std::function<bool()> stop;                            ///< called regularly; true ends the search
    std::function<bool()> give_up = [] { return false; };  ///< called instead of `stop` once the value is known and
                                                           ///< only the move is missing; true ends the search with a
                                                           ///< value but without a move
    std::function<void(int plies, std::uint64_t nodes)> progress = [](int, std::uint64_t) {};
    ///< called regularly, and whenever more is known: neither side can win within `plies` plies
};

/// The value of a position with best play by both sides.
struct Solution {
    Outcome outcome = Outcome::ongoing;  ///< `ongoing` if it was not found
    int plies = 0;       ///< the number of plies to the win, if the winner hurries and the loser delays; if nothing was
                         ///< found, neither side can win within this number of plies
    std::string move{};  ///< a move that keeps the value; empty if no value was found, the search was stopped, or the
                         ///< game is over
    std::uint64_t nodes = 0;  ///< the number of positions visited
};

}  // namespace games
