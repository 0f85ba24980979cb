#include "referee/core/rules/own_game.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <string>

#include "games/catalogue.hpp"
#include "games/user_error.hpp"
#include "games/written_position.hpp"
#include "referee/core/base/exists_at.hpp"
#include "referee/core/base/text_file.hpp"
#include "referee/core/rules/rules_board.hpp"

namespace referee::rules {

namespace {

namespace fs = std::filesystem;
using games::UserError;

/// Splits "./four.py:height=8" at the colon before the settings. A colon in a path is not followed by a setting.
std::pair<std::string, std::string> split(std::string_view game) {
    const auto colon = game.rfind(':');
    if (colon == std::string_view::npos || exists_at(fs::path(game))) return {std::string(game), ""};
    return {std::string(game.substr(0, colon)), std::string(game.substr(colon + 1))};
}

/// Refuses the name of a file or folder that is written like that of a built-in game.
void refuse_missing_slash(const std::string& name) {
    if (!games::is_built_in(name) && !name.empty() && exists_at(name))
        throw UserError(fmt::format("unknown game '{0}': for the rules in '{0}' here, write ./{0}", name));
}

}  // namespace

bool names_program(std::string_view game) {
    const auto name = games::name_in(game);
    return name.find_first_of("/.") != std::string_view::npos;
}

bool names_only_program(std::string_view game) {
    return names_program(game) && split(game).second.empty();
}

std::shared_ptr<const games::GameInfo> game_of(std::shared_ptr<RulesProgram> program) {
    auto game = std::make_shared<games::GameInfo>(games::info_of(*program->hello()));
    game->record = program->record();
    game->program = program->file();
    game->secrets = program->secrets();
    if (!program->hello()->starts.empty()) {
        game->complete = [program, usual = game->complete](games::SettingValues& values) {
            usual(values);
            if (games::start_in(values).empty()) return;
            const std::string given = games::start_in(values);
            const RulesBoard board(program, values, 0, -1);
            const std::string text = board.first_start().empty() ? given : board.first_start();
            values.set_file(games::position_setting, {text, text});
        };
    }
    game->make_stoppable_board = [program](const games::SettingValues& values, std::uint64_t seed, int stop_fd) {
        return std::make_unique<RulesBoard>(program, values, seed, stop_fd);
    };
    game->make_board = [program](const games::SettingValues& values, std::uint64_t seed) {
        return std::make_unique<RulesBoard>(program, values, seed, -1);
    };
    return game;
}

std::pair<std::shared_ptr<RulesProgram>, games::SettingValues> load(std::string_view game,
                                                                    const IsolationOptions& isolation) {
    const auto [file, settings] = split(game);
    auto program = std::make_shared<RulesProgram>(file, isolation);
    games::GameSpec spec = games::parse_settings(game_of(program), settings, read_text_file);
    return {std::move(program), std::move(spec.values)};
}

games::GameSpec parse_game(std::string_view game, const IsolationOptions& isolation, std::string_view position) {
    if (!names_program(game)) {
        refuse_missing_slash(std::string(games::name_in(game)));
        return games::parse_spec(game, read_text_file, position);
    }
    const auto [file, settings] = split(game);
    return games::parse_settings(game_of(std::make_shared<RulesProgram>(file, isolation)), settings, read_text_file,
                                 position);
}

}  // namespace referee::rules
