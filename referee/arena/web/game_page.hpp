// The page of one game, as far as its viewer may see the game.
#pragma once

#include <optional>

#include "referee/arena/arena.hpp"
#include "referee/arena/web/stage_view.hpp"
#include "referee/web/serve/http_message.hpp"

namespace referee::arena {

/// Who wants to see a game.
struct GameViewer {
    bool is_teacher = false;
    bool is_public = false;  ///< everybody may see games, without what the bots have written
    std::optional<int> person{};
};

/// Replies with the page of the game with this number, counted from 0, or with the reason why there is none. The
/// students' games pass seen_by(). Thread-safe.
serve::Reply game_page(const Arena& arena, StageView& view, int number, const GameViewer& viewer);
/// The same for a game of the person's own try.
serve::Reply page_of_tried_game(const Arena& arena, int person, int number);

}  // namespace referee::arena
