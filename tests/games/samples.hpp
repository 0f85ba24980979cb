// Facts about a game that the laws need but cannot find out by themselves: files for its settings, and moves where none
// are listed.
#pragma once

#include <optional>
#include <string>

#include "games/spec.hpp"
#include "tests/games/random.hpp"

namespace games_test {

/// The path of a file that may suit this setting, or nothing if there is none.
std::optional<std::string> sample_path(const games::GameInfo& game, const games::Setting& setting, Random& random);
/// The content of such a file, always the same. Can serve as a games::FileReader. Throws games::UserError for any other
/// path.
std::string read_sample(const std::string& path);

/// A legal move, from the list or found by trying. Requires: the game is not over.
std::string some_legal_move(const games::GameSpec& spec, const games::Board& board, Random& random);

}  // namespace games_test
