// Plays one game of fitz twice at once: with the rule core and with the slow reference.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "games/spec.hpp"
#include "tests/games/comparison.hpp"
#include "tests/games/random.hpp"
#include "tests/reference/fitz.hpp"

namespace games_test {

/// The content of a file with these tiles.
std::string tile_file(const std::vector<reference::FitzTile>& tiles);
/// The spec of a game with these settings. It begins from `position` if there is one.
games::GameSpec fitz_spec(const reference::FitzSettings& settings,
                          const std::optional<reference::FitzPosition>& position = {});

/// A tile with at least one filled cell: a few cells anywhere, or a block, or a single cell in a corner.
reference::FitzTile random_tile(Random& random);
std::vector<reference::FitzTile> random_tiles(Random& random);
/// A position of this size. About `filled` percent of its cells are filled.
reference::FitzPosition random_position(int height, int width, std::size_t tiles, int filled, Random& random);

class FitzPair : public BoardPair<reference::Fitz> {
public:
    explicit FitzPair(const reference::FitzSettings& settings,
                      const std::optional<reference::FitzPosition>& position = {});

    /// Compares the board and the tile in the core's turn block with the reference, then makes the move in both.
    /// Requires: the move is legal in the reference.
    void play(const reference::FitzMove& move);
    /// Describes the difference between core and reference; empty if there is none. On boards where moves are not
    /// listed, compares whether random moves are legal instead.
    std::string difference(Random& random) const;

private:
    std::string difference_of_moves(Random& random) const;

    std::string wrong_block_;  ///< a turn block without the reference's tile and board; empty if there is none
};

}  // namespace games_test
