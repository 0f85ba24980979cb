// The value of a position, as far as it could be found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "games/game.hpp"

namespace games {

/// What a solver may use.
struct SolveLimits {
    std::size_t bytes;                                     ///< for positions that it remembers
    std::function<bool()> stop;                            ///< asked now and then: true ends the search
    std::function<bool()> give_up = [] { return false; };  ///< the same once the value is known, and only its move is
                                                           ///< sought; a value without a move is then the answer
    std::function<void(int plies, std::uint64_t nodes)> progress = [](int, std::uint64_t) {};
    ///< told now and then, and whenever more is known: nobody wins within so many plies
};

/// The value of a position with best play of both sides.
struct Solution {
    Outcome outcome = Outcome::ongoing;  ///< ongoing: not found
    int plies = 0;       ///< to the win, made as fast and put off as long as possible; if nothing was found, within so
                         ///< many plies nobody wins
    std::string move{};  ///< one that keeps the value; empty if nothing was found, it was given up, or the game is over
    std::uint64_t nodes = 0;  ///< positions looked at
};

}  // namespace games
