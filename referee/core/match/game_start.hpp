// The start of a game: a written position or given moves.
#pragma once

#include <string>
#include <vector>

namespace referee {

struct GameStart {
    std::string position;            ///< on one line; empty: the position that the game's settings give
    std::vector<std::string> moves;  ///< as the protocol writes them

    /// Writes the position, or the list of moves.
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
