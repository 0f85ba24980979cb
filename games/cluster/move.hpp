// The colours of CLUSTER's pellets, their owners, and the moves with them.
#pragma once

#include <cassert>
#include <cstdint>

#include "games/game.hpp"

namespace games::cluster {

/// The number of colours of pellets: two of each side.
inline constexpr int colours = 4;

/// Colours 0 and 2 are Side::first's, 1 and 3 Side::second's.
constexpr Side owner(int colour) {
    return side_of(colour & 1);
}

/// A pellet into a column, or a turn of gravity. A default-initialised one has no value, so that lists of moves cost
/// nothing before they are filled.
struct Move {
    std::uint8_t code;    ///< a colour, or rotation + cycles
    std::uint8_t column;  ///< 0 for a rotation

    static constexpr std::uint8_t no_colour = 4;
    static constexpr std::uint8_t no_column = 0xff;
    static constexpr std::uint8_t rotation = 8;  ///< and as a code of its own a number of cycles that nobody may turn

    static constexpr Move place(int column, int colour) {
        return {static_cast<std::uint8_t>(colour), static_cast<std::uint8_t>(column)};
    }
    static constexpr Move rotate(int cycles) { return {static_cast<std::uint8_t>(rotation + cycles), 0}; }
    constexpr bool is_rotation() const { return code >= rotation; }
    /// Requires: is_rotation().
    constexpr int cycles() const {
        assert(is_rotation());
        return code - rotation;
    }
    /// Requires: !is_rotation().
    constexpr int colour() const {
        assert(!is_rotation());
        return code;
    }
    friend constexpr bool operator==(Move, Move) = default;
};

}  // namespace games::cluster
