// A game of one's own, whose rules are a program that may fail.
#pragma once

#include <string>
#include <vector>

#include "tests/simulation/random.hpp"
#include "tests/simulation/step.hpp"

namespace simulation {

/// The program's file.
inline constexpr const char* own_rules = "take";
/// The program's file if each player sees only what is left, and not who has taken how much.
inline constexpr const char* secret_rules = "take_secretly";
/// Its text, with secrets or without: the players take one to three stones in turn. Who takes the last one wins, but if
/// two are taken then, it is a draw. The stones that each has taken are the points. The rules fail when `broken` stones
/// are left. A shell starts faster than other interpreters.
[[nodiscard]] std::string text_of_own_rules(bool has_secrets);
/// What `--game` gets. The rules have secrets or none, and fail never, or in some games.
[[nodiscard]] std::string own_game(Random& random);
/// Whether its rules fail in some games.
[[nodiscard]] bool may_fail(const std::string& game);
/// Whether it has secrets.
[[nodiscard]] bool is_secret(const std::string& game);
/// Openings of it, as for `--opening`. In a game with secrets they are refused.
[[nodiscard]] const std::vector<std::string>& lines_of_own_game();

/// Whether a tournament that is begun with this command has such a game.
[[nodiscard]] bool has_own_game(const Words& typed);

}  // namespace simulation
