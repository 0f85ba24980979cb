#include "referee/core/options/command_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "games/suggestion.hpp"
#include "games/user_error.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/bots/sample_bots.hpp"

namespace referee {

namespace {

constexpr std::string_view usual_command = "play";

constexpr std::array<std::string_view, 8> to_play = {usual_command, "tournament", "change",       "standings",
                                                     "export",      "arena",      "games-needed", "engine"};
constexpr std::array<std::string_view, 5> to_look = {"replay", "watch", "view", "serve", "ask"};
constexpr std::array<std::string_view, 6> to_make = {"new-bot", "check", "new-game", "check-game", "games", "solve"};

/// A heading of the overview, and the names of the commands below it. With the next prompt, the overview fits on a
/// terminal of 24 lines.
struct Group {
    std::string_view heading;  ///< empty: none
    std::span<const std::string_view> names;
};

constexpr std::array groups = {Group{"", to_play}, Group{"Look", to_look}, Group{"Make a bot or a game", to_make}};

/// Whether the complete program has a command of this name.
bool is_known(std::string_view name) {
    return std::ranges::any_of(
        groups, [&](const Group& group) { return std::ranges::find(group.names, name) != group.names.end(); });
}

bool is_help(const std::string& word) {
    return word == "help" || word == "--help" || word == "--help-all" || word == "-h";
}

}  // namespace

CommandTable::CommandTable(std::vector<Command> rows) : rows_(std::move(rows)) {}

const Command* CommandTable::called(std::string_view name) const {
    const auto found = std::ranges::find(rows_, name, &Command::name);
    return found == rows_.end() ? nullptr : &*found;
}

std::vector<Command> CommandTable::commands() const {
    std::vector<Command> listed;
    for (const Group& group : groups) {
        for (const std::string_view name : group.names) {
            if (const Command* command = called(name)) listed.push_back(*command);
        }
    }
    return listed;
}

/// The names of all listed commands, and "help".
std::vector<std::string_view> CommandTable::names() const {
    std::vector<std::string_view> names;
    for (const Command& command : commands())
        names.push_back(command.name);
    names.emplace_back("help");
    return names;
}

std::string CommandTable::overview() const {
    std::string text = "referee plays board games between bots over pipes, and enforces the rules.\n";
    for (const Group& group : groups) {
        std::string_view heading = group.heading;
        for (const std::string_view name : group.names) {
            const Command* command = called(name);
            if (command == nullptr) continue;
            if (!heading.empty()) text += fmt::format("{}\n", std::exchange(heading, {}));
            text += fmt::format("  referee {:<19}  {}\n", command->usage, command->summary);
        }
    }
    const bool is_complete = std::ranges::all_of(groups, [&](const Group& group) {
        return std::ranges::all_of(group.names, [&](std::string_view name) { return called(name) != nullptr; });
    });
    if (!is_complete) text += "Tournaments and pages come with 'make build'.\n";
    return text + "referee help COMMAND shows its options; those of a match: referee help play\n";
}

/// Treats `referee help COMMAND` as `referee COMMAND --help`.
Task CommandTable::parse_help(const Arguments& arguments) const {
    if (arguments.empty() || is_help(arguments.front())) throw Information{overview(), {}};
    const std::string& name = arguments.front();
    const std::vector<Command> listed = commands();
    const auto command = std::ranges::find(listed, name, &Command::name);
    if (command == listed.end()) refuse_absent(name);
    if (command == listed.end())
        throw games::UserError(fmt::format("there is no command '{}'{}", name, games::did_you_mean(name, names())));
    if (arguments.size() > 1) throw games::UserError("help takes the name of one command");
    return command->parse({"--help"});
}

/// Refuses a command that only the complete program has.
void CommandTable::refuse_absent(const std::string& name) const {
    if (is_known(name) && called(name) == nullptr)
        throw games::UserError(fmt::format("'{0}' is not in this program: it comes with 'make build'", name));
}

/// Refuses a mistyped command, which would otherwise be taken for a bot.
void CommandTable::refuse_mistyped(const std::string& word) const {
    if (word.empty() || word == "human" || word.starts_with("-") || word.find_first_of("/ ") != std::string::npos)
        return;
    const auto meant = games::nearest(word, names());
    if (meant.empty() || names_something(word)) return;
    throw games::UserError(fmt::format("there is no command or bot '{}'; did you mean '{}'?", word, meant));
}

Task CommandTable::parse(const Arguments& arguments) const {
    if (arguments.empty()) {
        return [text = overview()]() -> int {
            print(text);
            return exit_wrong_use;
        };
    }
    const std::string& first = arguments.front();
    const Arguments rest(arguments.begin() + 1, arguments.end());
    if (is_help(first)) return parse_help(rest);
    if (const Command* command = called(first)) return command->parse(rest);
    refuse_absent(first);
    refuse_mistyped(first);
    return called(usual_command)->parse(arguments);
}

}  // namespace referee
