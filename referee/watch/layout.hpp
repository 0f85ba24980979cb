// The layout of a screen of any size: the board, players and their times, moves, and the ending.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "games/looks.hpp"
#include "protocol/match_log.hpp"
#include "referee/system/clock.hpp"
#include "referee/watch/canvas.hpp"
#include "referee/watch/model.hpp"
#include "referee/watch/positions.hpp"

namespace referee::watch {

/// The content to show.
struct Scene {
    const protocol::MatchLog& log;  ///< frames are not read; the result only if `over`
    bool over = true;               ///< false for a live match until it has ended
    std::string game;               ///< with its settings
    const Drawing& drawing;         ///< of the ply that the model shows
    std::array<std::string, 2> marks;
    int to_move = -1;                    ///< after that ply
    std::optional<Duration> thinking{};  ///< time of the player to move so far, in a live match
    int match = 1;                       ///< number of the match
    int matches = 1;
    games::Looks looks{};
};

/// A screen as it is to be shown.
struct Layout {
    Canvas canvas;
    int row = 0;  ///< how far the board, or the text of a page, is scrolled, limited to the possible range
    int column = 0;
};

Layout lay_out(const Model& model, const Scene& scene, int rows, int columns);

}  // namespace referee::watch
