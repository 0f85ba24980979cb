// Generated openings: a few random plies from which both games of a pair start.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "games/spec.hpp"

namespace referee::tournament {

struct Opening {
    std::uint64_t seed = 0;          ///< of the game: where a game draws, only with its seed are the moves legal
    std::vector<std::string> moves;  ///< in the words of the wire

    friend bool operator==(const Opening&, const Opening&) = default;
};

/// `count` openings of `plies` random legal plies. opening i is played with opening_seed(tournament_seed, i), and hangs
/// on nothing but the game, the seed and the openings before it.
///
/// After each the game is not over. As long as there are such ones to be found in a few dozen tries, it leads to a
/// position to which none before it leads, and in which the next ply can't win. Throws games::UserError if no game of
/// random plies lasts so long, or if the game's board is too large to list its moves.
std::vector<Opening> generate_openings(const games::GameSpec& spec, int count, int plies,
                                       std::uint64_t tournament_seed);

}  // namespace referee::tournament
