// A game whose rules are a program of the user: `--game ./four.py:height=8`.
#pragma once

#include <memory>
#include <string_view>
#include <utility>

#include "games/spec.hpp"
#include "referee/core/bots/isolation.hpp"
#include "referee/core/rules/rules_program.hpp"

namespace referee::rules {

/// Whether a text for --game names a program: it has a slash or a dot before its settings.
[[nodiscard]] bool names_program(std::string_view game);
/// Whether a text for --game names a program without settings.
[[nodiscard]] bool names_only_program(std::string_view game);

/// The game that a text for --game names: a program with settings, or a built-in game. The rules of a program have the
/// same kind of sandbox as the bots. Throws games::UserError as games::parse_spec() does.
[[nodiscard]] games::GameSpec parse_game(std::string_view game, const IsolationOptions& isolation,
                                         std::string_view position = {});

/// The program that a text for --game names, and the values of its settings. Throws as parse_game().
[[nodiscard]] std::pair<std::shared_ptr<RulesProgram>, games::SettingValues> load(std::string_view game,
                                                                                  const IsolationOptions& isolation);

/// The game of a program, with the usual settings.
[[nodiscard]] std::shared_ptr<const games::GameInfo> game_of(std::shared_ptr<RulesProgram> program);

}  // namespace referee::rules
