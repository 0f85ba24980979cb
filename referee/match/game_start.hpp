// How a game begins: from a written position, or with moves that are given.
#pragma once

#include <string>
#include <vector>

namespace referee {

struct GameStart {
    std::string position;            ///< on one line; empty: the one of the game's settings
    std::vector<std::string> moves;  ///< in the words of the wire

    /// As JSON it is the position, or the list of the moves.
    friend void to_json(auto& json, const GameStart& start) {
        if (start.position.empty()) {
            json = start.moves;
        } else {
            json = start.position;
        }
    }
    friend void from_json(const auto& json, GameStart& start) {
        if (json.is_string()) {
            json.get_to(start.position);
        } else {
            json.get_to(start.moves);
        }
    }
    friend bool operator==(const GameStart&, const GameStart&) = default;
};

}  // namespace referee
