#include "referee/commands/commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "games/suggestion.hpp"
#include "games/user_error.hpp"
#include "referee/bots/bot_command.hpp"

namespace referee {

namespace {

/// Null if there is no such command.
const Command* command_called(std::string_view name) {
    const auto all = commands();
    const auto found = std::ranges::find(all, name, &Command::name);
    return found == all.end() ? nullptr : &*found;
}

/// `referee help COMMAND` is `referee COMMAND --help`.
Task parse_help(const Arguments& arguments) {
    const std::string name = arguments.empty() ? "help" : arguments.front();
    if (name == "help" || name == "--help" || name == "-h") return parse_play({"--help"});
    const Command* command = command_called(name);
    if (command == nullptr) {
        throw games::UserError(fmt::format("there is no command '{}': referee --help lists them", name));
    }
    if (arguments.size() > 1) throw games::UserError("help takes the name of one command");
    return command->parse({"--help"});
}

constexpr std::array table = {
    Command{"play", "BOT_A BOT_B", "plays a match; BOT_A moves first", parse_play},
    Command{"play", "BOT_A", "lets you play against BOT_A", parse_play},
    Command{"tournament", "tournament BOT...", "lets many bots play each other, and ranks them", parse_tournament},
    Command{"play-batch", "play-batch BATCH", "plays a part of a tournament for another machine", parse_play_batch},
    Command{"replay", "replay LOG", "shows a match that was logged, and checks it", parse_replay},
    Command{"watch", "watch LOG", "shows it on the terminal: keys step, play and pause", parse_watch},
    Command{"view", "view LOG", "makes a page of it for any browser", parse_view},
    Command{"standings", "standings FILE", "shows the tables of a tournament", parse_standings},
    Command{"report", "report FILE", "makes pages of it for any browser", parse_report},
    Command{"serve", "serve [FILE]", "shows it in a browser, and lets you play there", parse_serve},
    Command{"export", "export FILE", "writes its matches, or a table, for other programs", parse_export},
    Command{"engine", "engine check", "compares the machines of a batch system", parse_engine},
    Command{"new-bot", "new-bot NAME", "makes a folder with a small bot to begin with", parse_new_bot},
    Command{"check", "check BOT", "tells whether BOT is fit to play, or what is wrong", parse_check},
    Command{"games", "games [GAME]", "lists the games and their settings", parse_games},
    Command{"solve", "solve GAME", "finds who wins with best play, where little is left", parse_solve},
    Command{"tiles", "tiles FILE", "shows the tiles of a file, or the 'builtin' ones", parse_tiles},
    Command{"manual", "manual FOLDER", "writes man pages, and completions for shells", parse_manual},
    Command{"help", "help COMMAND", "lists the options of a command", parse_help},
};

/// A mistyped command would be taken for a bot.
void refuse_mistyped_command(const std::string& word) {
    if (word.empty() || word == "human" || word.starts_with("-") || word.find_first_of("/ ") != std::string::npos)
        return;
    std::vector<std::string_view> names;
    for (const Command& command : commands())
        names.push_back(command.name);
    const auto meant = games::nearest(word, names);
    if (meant.empty() || names_something(word)) return;
    throw games::UserError(fmt::format("there is no command or bot '{}'; did you mean '{}'?", word, meant));
}

}  // namespace

std::span<const Command> commands() {
    return table;
}

std::string overview() {
    std::string text = "referee lets two bots play a board game over pipes, and judges them.\n\n";
    for (const Command& command : commands())
        text += fmt::format("  referee {:<17}  {}\n", command.usage, command.summary);
    return text +
           "\nA bot is the path of a program, a command line in quotes (\"python3 bot.py -v\"),\n"
           "a .py or .js file, 'human', or a bot that comes with referee: alphabeta, greedy,\nrandom, random.py, ...\n";
}

Task parse_command(const Arguments& arguments) {
    if (arguments.empty()) return parse_play(arguments);
    if (const Command* command = command_called(arguments.front()))
        return command->parse({arguments.begin() + 1, arguments.end()});
    refuse_mistyped_command(arguments.front());
    return parse_play(arguments);
}

}  // namespace referee
