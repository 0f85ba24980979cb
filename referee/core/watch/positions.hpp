// Draws the board of a match at any of its plies, as the game draws it.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "games/spec.hpp"
#include "protocol/match_log.hpp"
#include "referee/core/watch/canvas.hpp"

namespace referee::watch {

/// A drawn board as cells.
struct Drawing {
    std::vector<std::vector<Cell>> lines;
    int board_lines = 0;  ///< later lines contain the rest of the position, such as the hands

    int width(int first, int last) const;  ///< the maximum width of the lines [first, last)
};

/// Draws the positions of one match. Keeps the last position, so that drawing the next ply takes only one move.
class Positions {
public:
    Positions(games::GameSpec spec, std::uint64_t seed, games::Looks looks);

    /// Returns the position after the first `ply` plies. The cells that the last ply changed are shown in reverse
    /// video. With `looks.colour`, the pieces of the two sides have different colours. Starts from the position that
    /// was drawn last, or from the start of the match if that position is after `ply`. The reference is valid until the
    /// next call. Requires: the plies are legal.
    const Drawing& at(int ply, const std::vector<protocol::LoggedPly>& plies);

    /// The marks of the sides' pieces.
    std::array<std::string, 2> marks() const;
    /// The side to move in the position that was drawn last: 0 or 1, or -1 if the game is over.
    int to_move() const;

private:
    Drawing draw() const;
    void play_to(int ply, const std::vector<protocol::LoggedPly>& plies);

    games::GameSpec spec_;
    std::uint64_t seed_;
    games::Looks looks_;
    std::unique_ptr<games::Board> board_;
    int played_ = 0;  ///< how many of the match's plies have been played on `board_`
    Drawing drawn_;
    int drawn_ply_ = -1;
};

}  // namespace referee::watch
