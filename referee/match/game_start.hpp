// How a game begins: from a written position, or with moves that are given.
#pragma once

#include <string>
#include <vector>

namespace referee {

struct GameStart {
    std::string position;            ///< on one line; empty: the one of the game's settings
    std::vector<std::string> moves;  ///< in the words of the wire

    friend bool operator==(const GameStart&, const GameStart&) = default;
};

}  // namespace referee
