// `referee games`: lists the games and their settings.
#include <fmt/format.h>

#include "games/catalogue.hpp"
#include "games/spec.hpp"
#include "referee/core/base/duration.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/shell_word.hpp"
#include "referee/core/base/text_file.hpp"
#include "referee/core/base/wrapped_text.hpp"
#include "referee/core/rules/own_game.hpp"
#include "referee/programs/match/match_commands.hpp"

namespace referee {

namespace {

constexpr std::size_t indent = 2;

void print_rules(const games::GameInfo& game) {
    std::string_view rest = game.rules;
    for (auto end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
        print(fmt::format("  {}\n", wrapped_text(std::string(rest.substr(0, end)), indent)));
        rest.remove_prefix(end + 1);
    }
    print("\n");
}

std::string range_of(const games::Setting& setting) {
    switch (setting.kind) {
        case games::Setting::Kind::file: return "a file";
        case games::Setting::Kind::position: return "a position";
        case games::Setting::Kind::number: break;
    }
    return fmt::format("{}..{}", setting.min, setting.max);
}

void print_game(const std::shared_ptr<const games::GameInfo>& described, bool with_rules) {
    const games::GameInfo& game = *described;
    const std::string head = wrapped_text(fmt::format("{}: {}", game.name, game.summary), indent);
    print(coloured(Colour::bold, game.name) + head.substr(game.name.size()) + "\n");
    if (with_rules) print_rules(game);
    for (const auto& setting : game.settings) {
        const std::string text =
            fmt::format("{}, default {}: {}", range_of(setting), setting.fallback, setting.meaning);
        print(fmt::format("  {:<10} {}\n", setting.name, wrapped_text(text, 13)));
    }
    print(fmt::format("  --game {}\n", copyable_word(option_text(games::parse_settings(described, "")))));
    if (game.traditional_time)
        print(fmt::format("  --traditional-time: {} for a move\n", exact(*game.traditional_time)));
}

/// Prints each file that the settings name, such as the tiles of "fitz:tiles=builtin", in the game's readable form.
/// Returns whether there are any.
bool print_files(const games::GameSpec& spec, std::string_view settings) {
    bool any = false;
    for (const games::Setting& setting : spec.game->settings) {
        if (!setting.show || settings.find(fmt::format("{}=", setting.name)) == std::string_view::npos) continue;
        print(setting.show(spec.values.file(setting.name)));
        any = true;
    }
    return any;
}

/// Prints one game, or all games if `name` is empty.
int print_games(const std::string& name) {
    const auto colon = name.find(':');
    if (rules::names_program(name)) {
        print_game(rules::parse_game(name, {}).game, true);
    } else if (colon != std::string::npos) {
        const games::GameSpec spec = games::parse_spec(name, read_text_file);
        if (!print_files(spec, name.substr(colon + 1)))
            print(fmt::format("--game {}\n", copyable_word(to_string(spec))));
    } else if (!name.empty()) {
        print_game(games::find_game(name), true);
    } else {
        for (const auto& game : games::catalogue())
            print_game(game, false);
    }
    return exit_done;
}

}  // namespace

Task parse_games(const Arguments& arguments) {
    std::string name;
    CommandLine line("referee games",
                     "Lists the games and their settings.\n\n"
                     "  referee games magnetize           its rules, too\n"
                     "  referee games ./four.py           the same of a game of your own\n"
                     "  referee games fitz:tiles=FILE     shows the tiles of a file in four rotations");
    line.text("GAME", "", "only this game; with settings that name a file:\nwhat is in the file", name);
    line.parse(arguments);
    return [name] { return print_games(name); };
}

}  // namespace referee
