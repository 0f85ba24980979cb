// Facts about a game that the laws need but can't find out by themselves: files for its settings, and legal moves on
// boards that do not list their moves.
#pragma once

#include <optional>
#include <string>

#include "games/spec.hpp"
#include "tests/games/random.hpp"

namespace games_test {

/// The path of a file that may suit this setting, or nothing if there is none.
std::optional<std::string> sample_path(const games::GameInfo& game, const games::Setting& setting, Random& random);
/// Returns the content of such a file, which is always the same. Can serve as a games::FileReader. Throws
/// games::UserError for any other path.
std::string read_sample(const std::string& path);

/// Returns a legal move, taken from the list or found by trying. Requires: the game is not over.
std::string some_legal_move(const games::GameSpec& spec, const games::Board& board, Random& random);

}  // namespace games_test
