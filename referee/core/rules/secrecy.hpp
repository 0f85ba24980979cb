// Tests whether the views of a game with secrets tell a player what is hidden from this player.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/dice.hpp"
#include "games/own_position.hpp"

namespace referee::rules {

/// How much of the secrecy of a game has been tested.
struct Secrecy {
    std::int64_t rolls = 0;        ///< the number of changed rolls that a player was not told
    std::int64_t moves = 0;        ///< the number of changed moves of the opponent that a player was not told
    std::int64_t views = 0;        ///< the number of compared views
    std::int64_t tried_rolls = 0;  ///< the number of changed rolls, told or not
    std::int64_t tried_moves = 0;  ///< the number of changed moves, told or not
};

/// A game as its requests and the positions in the replies.
struct RulesGame {
    std::vector<std::string> requests;  ///< the first one is `new`
    std::vector<games::OwnPosition> positions;
};

/// A view that tells what is hidden.
struct Leak {
    std::string problem;                ///< without its end
    std::vector<std::string> requests;  ///< lead to the view
};

/// What a player was told, the player's own moves, who is to move and the number of plies must decide the player's view
/// and moves. This function changes one roll or one move of the opponent in a finished random game, goes on with the
/// same requests while they are possible, else with random ones, and compares the player's views as long as the player
/// was told the same. It does so for both players. It proves nothing: another change may show a leak. `ask` sends a
/// request to a process of the rules, and returns the position in its reply.
[[nodiscard]] std::optional<Leak> find_leak(const RulesGame& game, games::Dice& dice,
                                            const std::function<games::OwnPosition(const std::string& request)>& ask,
                                            Secrecy& tested);

}  // namespace referee::rules
