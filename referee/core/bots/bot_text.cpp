#include "referee/core/bots/bot_text.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>
#include <vector>

#include "referee/core/base/exists_at.hpp"
#include "referee/core/bots/found.hpp"
#include "referee/core/bots/sample_bots.hpp"

namespace referee {

namespace {

namespace fs = std::filesystem;

/// Finds the bot in a folder. The bot gets the folder's name.
BotCommand command_of_folder(const std::string& folder, std::string_view path) {
    Found found = look_at_folder(folder, path);
    if (!found.command)
        throw BotError(BotFault::no_program, fmt::format("bot '{}'", folder),
                       fmt::format(" is a folder without an obvious bot: {}", found.problem));
    found.command->name = (fs::absolute(folder) / "x").lexically_normal().parent_path().filename();
    return *std::move(found.command);
}

}  // namespace

NamedBot named_bot(const std::string& text) {
    const auto end = text.find('=');
    const std::string name = text.substr(0, end);
    const bool may_be_named = end != std::string::npos && !name.empty() && name.front() != '-' &&
                              name.find_first_of("/\t\n\"'\\") == std::string::npos && !exists_at(text);
    if (!may_be_named) return {"", text};
    std::string command = text.substr(end + 1);
    if (name.find(' ') != std::string::npos) {  // "Kim Klein=./bot", or a command such as "python3 bot.py --depth=6"
        const auto first_word = [](const std::string& words) { return words.substr(0, words.find(' ')); };
        const bool is_command = names_something(first_word(name));
        const bool leads_to_bot = exists_at(command) || names_something(first_word(command));
        if (is_command || !leads_to_bot || name.front() == ' ' || name.back() == ' ') return {"", text};
    }
    return {name, std::move(command)};
}

BotCommand parse_bot_command(std::string_view text, std::string_view path) {
    const std::string whole(text);
    if (is_folder_at(whole)) return command_of_folder(whole, path);
    // An existing path is not split, because the name of a file may contain spaces.
    BotCommand command = bot_command_of(exists_at(whole) ? std::vector{whole} : split_words(text), text, path);
    refuse_missing_script(command.arguments, text);
    return command;
}

}  // namespace referee
