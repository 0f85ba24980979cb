// One game of fitz played twice at once, by the rule core and by the slow reference.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "games/spec.hpp"
#include "tests/games/board_pair.hpp"
#include "tests/games/random.hpp"
#include "tests/reference/fitz.hpp"

namespace games_test {

/// The text of a file of these tiles.
std::string tile_file(const std::vector<reference::FitzTile>& tiles);
/// The spec of these settings, and of a game that begins from a saved position where there is one.
games::GameSpec fitz_spec(const reference::FitzSettings& settings,
                          const std::optional<reference::FitzPosition>& position = {});

/// A tile with at least one filled cell: a few cells anywhere, or a block, or a single cell in a corner.
reference::FitzTile random_tile(Random& random);
std::vector<reference::FitzTile> random_tiles(Random& random);
/// A position of this size in which about this percentage of the cells is filled.
reference::FitzPosition random_position(int height, int width, std::size_t tiles, int filled, Random& random);

class FitzPair : public BoardPair<reference::Fitz> {
public:
    explicit FitzPair(const reference::FitzSettings& settings,
                      const std::optional<reference::FitzPosition>& position = {});

    /// Makes the move in both, when the core has written the turn's block. Requires: the reference calls it legal.
    void play(const reference::FitzMove& move);
    /// The difference between the two, or an empty string. If moves are not listed `random` chooses some to ask for.
    std::string difference(Random& random) const;

private:
    std::string difference_of_moves(Random& random) const;

    std::string wrong_block_;  ///< one that has not told of the reference's tile and board
};

}  // namespace games_test
