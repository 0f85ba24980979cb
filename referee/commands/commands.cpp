#include "referee/commands/commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "games/suggestion.hpp"
#include "games/user_error.hpp"
#include "referee/bots/sample_bots.hpp"
#include "referee/handins/step.hpp"
#include "referee/terminal/output.hpp"

namespace referee {

namespace {

/// The command with this name; null if there is none.
const Command* command_called(std::string_view name) {
    const auto all = commands();
    const auto found = std::ranges::find(all, name, &Command::name);
    return found == all.end() ? nullptr : &*found;
}

constexpr std::array table = {
    Command{"play", "", "BOT_A [BOT_B]", "plays BOT_A against BOT_B, or against you", parse_play},
    Command{"tournament", "Tournament", "tournament BOT...", "lets many bots play each other, and ranks them",
            parse_tournament},
    Command{"change", "Tournament", "change FILE WHAT...", "adds, removes or replaces bots, or repeats games",
            parse_change},
    Command{"standings", "Tournament", "standings FILE...", "shows its tables", parse_standings},
    Command{"export", "Tournament", "export FILE", "writes its matches or tables for other programs", parse_export},
    Command{"arena", "Tournament", "arena DIR", "lets a class hand in bots, until a deadline", parse_arena},
    Command{"games-needed", "Tournament", "games-needed", "computes how many games a comparison takes",
            parse_games_needed},
    Command{"engine", "Tournament", "engine check", "compares the machines of a batch system", parse_engine},
    Command{"replay", "Look", "replay LOG", "shows a match that was logged, and checks it", parse_replay},
    Command{"watch", "Look", "watch LOG", "shows a logged match full-screen, with keys", parse_watch},
    Command{"view", "Look", "view FILE", "makes pages of it, or of a tournament", parse_view},
    Command{"serve", "Look", "serve [FILE]", "shows a tournament in a browser; play there, too", parse_serve},
    Command{"ask", "Look", "ask LOG BOT", "shows where a bot would play a different move", parse_ask},
    Command{"new-bot", "Make a bot or a game", "new-bot NAME", "creates a folder with a small bot to start from",
            parse_new_bot},
    Command{"check", "Make a bot or a game", "check BOT", "checks whether it can play, or says what is wrong",
            parse_check},
    Command{"new-game", "Make a bot or a game", "new-game NAME", "creates a folder with the rules of a small game",
            parse_new_game},
    Command{"check-game", "Make a bot or a game", "check-game FILE", "checks the rules of a game of your own",
            parse_check_game},
    Command{"games", "Make a bot or a game", "games [GAME]", "lists the games and their settings", parse_games},
    Command{"solve", "Make a bot or a game", "solve GAME", "finds who wins with best play", parse_solve},
};

/// The names of all commands, and "help".
std::vector<std::string_view> names() {
    std::vector<std::string_view> names;
    for (const Command& command : commands())
        names.push_back(command.name);
    names.emplace_back("help");
    return names;
}

bool is_help(const std::string& word) {
    return word == "help" || word == "--help" || word == "--help-all" || word == "-h";
}

/// Treats `referee help COMMAND` as `referee COMMAND --help`.
Task parse_help(const Arguments& arguments) {
    if (arguments.empty() || is_help(arguments.front())) throw Information{overview(), {}};
    const std::string& name = arguments.front();
    const Command* command = command_called(name);
    if (command == nullptr)
        throw games::UserError(fmt::format("there is no command '{}'{}", name, games::did_you_mean(name, names())));
    if (arguments.size() > 1) throw games::UserError("help takes the name of one command");
    return command->parse({"--help"});
}

/// Refuses a mistyped command, which would otherwise be taken for a bot.
void refuse_mistyped_command(const std::string& word) {
    if (word.empty() || word == "human" || word.starts_with("-") || word.find_first_of("/ ") != std::string::npos)
        return;
    const auto meant = games::nearest(word, names());
    if (meant.empty() || names_something(word)) return;
    throw games::UserError(fmt::format("there is no command or bot '{}'; did you mean '{}'?", word, meant));
}

}  // namespace

std::span<const Command> commands() {
    return table;
}

std::string overview() {
    std::string text = "referee plays board games between bots over pipes, and enforces the rules.\n";
    std::string_view group;
    for (const Command& command : commands()) {
        if (command.group != group) text += fmt::format("{}\n", command.group);
        group = command.group;
        text += fmt::format("  referee {:<19}  {}\n", command.usage, command.summary);
    }
    return text + "referee help COMMAND shows its options; those of a match: referee help play\n";
}

Task parse_command(const Arguments& arguments) {
    if (arguments.empty()) {
        return []() -> int {
            print(overview());
            return exit_wrong_use;
        };
    }
    const std::string& first = arguments.front();
    if (is_help(first)) return parse_help({arguments.begin() + 1, arguments.end()});
    if (first == handins::step_command)  // hidden, because only the referee calls it, in a sandbox
        return [words = Arguments(arguments.begin() + 1, arguments.end())] { return handins::run_step(words); };
    if (const Command* command = command_called(first)) return command->parse({arguments.begin() + 1, arguments.end()});
    refuse_mistyped_command(first);
    return parse_play(arguments);
}

}  // namespace referee
