// The content that the viewer shows: one ply of a match.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "games/looks.hpp"
#include "protocol/match_log.hpp"
#include "referee/core/base/clock.hpp"
#include "referee/core/watch/positions.hpp"

namespace referee::watch {

/// The content to show.
struct Scene {
    const protocol::MatchLog& log;  ///< frames are not read, and the result only if `over`
    bool over = true;               ///< false for a live match until it has ended
    std::string game;               ///< the name and settings of the game
    const Drawing& drawing;         ///< the drawing of the ply that the model shows
    std::array<std::string, 2> marks;
    int to_move = -1;                    ///< the side to move after that ply; -1: the match is over
    std::optional<Duration> thinking{};  ///< how long the player to move has been thinking, in a live match
    int match = 1;                       ///< the number of the shown match, from 1
    int matches = 1;
    games::Looks looks{};
};

}  // namespace referee::watch
