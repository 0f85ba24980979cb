// The board of a match at any of its plies, drawn as the game draws it.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "games/spec.hpp"
#include "protocol/match_log.hpp"
#include "referee/watch/canvas.hpp"

namespace referee::watch {

/// A board as cells.
struct Drawing {
    std::vector<std::vector<Cell>> lines;
    int board_lines = 0;  ///< the following lines contain the rest of the position, such as the hands

    int width(int first, int last) const;  ///< of the lines from `first` up to before `last`
};

/// Draws the positions of one match. Keeps the last one, so that the next ply costs one move.
class Positions {
public:
    Positions(games::GameSpec spec, std::uint64_t seed, games::Looks looks);

    /// The position after `ply` of these plies, which are legal. The cells that the ply has changed are shown in
    /// reverse, and with `looks.colour` the sides' pieces in two colours. Plays the plies after the position that was
    /// drawn last, or from the start if that is later. The reference is valid until the next call.
    const Drawing& at(int ply, const std::vector<protocol::LoggedPly>& plies);

    /// The marks of the sides' pieces.
    std::array<std::string, 2> marks() const;
    /// The side to move after the ply that was drawn last: 0 or 1, or -1 if the game is over.
    int to_move() const;

private:
    Drawing draw() const;
    void play_to(int ply, const std::vector<protocol::LoggedPly>& plies);

    games::GameSpec spec_;
    std::uint64_t seed_;
    games::Looks looks_;
    std::unique_ptr<games::Board> board_;
    int played_ = 0;  ///< plies on the board; from a saved position, its plies count
    Drawing drawn_;
    int drawn_ply_ = -1;
};

}  // namespace referee::watch
