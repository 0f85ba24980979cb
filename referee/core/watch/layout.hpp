// Lays out a screen of any size: the board, the players and their times, the moves, and the ending.
#pragma once

#include "referee/core/watch/canvas.hpp"
#include "referee/core/watch/model.hpp"
#include "referee/core/watch/scene.hpp"

namespace referee::watch {

/// The complete content of a screen.
struct Layout {
    Canvas canvas;
    int row = 0;  ///< how far the board or the text of a page is scrolled, limited to the possible range
    int column = 0;
};

Layout lay_out(const Model& model, const Scene& scene, int rows, int columns);

}  // namespace referee::watch
