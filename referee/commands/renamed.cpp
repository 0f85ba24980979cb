#include "referee/commands/command_line.hpp"

#include <algorithm>
#include <array>

#include "games/user_error.hpp"

namespace referee {

namespace {

struct RenamedOption {
    std::string_view old;
    std::string_view now;
    std::string_view command = {};  ///< if set, only this command had the option
};

/// Whether one of the options has this name and accepts this value.
bool is_accepted(std::string_view name, std::string_view value, std::span<const Option> options) {
    const auto option = std::ranges::find_if(options, [&](const Option& one) {
        return one.long_name() == name || one.names.starts_with(std::string(name) + ",");
    });
    if (option == options.end()) return false;
    try {
        option->read(std::string(value));
        return true;
    } catch (const games::UserError&) {
        return false;
    }
}

}  // namespace

std::string_view new_spelling(std::string_view old, std::string_view command, std::span<const Option> options) {
    static constexpr std::array<RenamedOption, 37> spellings = {{
        {"--first-move-time", "--limits first=1s"},
        {"--clock", "--limits clock=60s+1s"},
        {"--margin", "--limits margin=20ms"},
        {"--memory", "--limits memory=512M"},
        {"--processes", "--limits processes=256"},
        {"--cpus", "--limits cpus=1"},
        {"--limits-a", "--limits NAME:move=50ms"},
        {"--limits-b", "--limits NAME:move=50ms"},
        {"--name-a", "NAME=BOT in place of the bot"},
        {"--name-b", "NAME=BOT in place of the bot"},
        {"--openings-order", "--openings FILE,order=random"},
        {"--openings-start", "--openings FILE,start=5"},
        {"--engine-option", "--engine slurm,partition=arena"},
        {"--hosts-file", "--engine parallel,hosts=FILE"},
        {"--transfer", "--engine parallel,hosts=FILE,transfer"},
        {"--batch", "--engine slurm,batch=60s"},
        {"--leave-running", "--engine slurm,leave-running"},
        {"--entrants", "--plan FILE, where its list has the key 'bot'"},
        {"--add", "referee change FILE add BOT"},
        {"--withdraw", "referee change FILE withdraw NAME"},
        {"--annul", "referee change FILE annul NAME"},
        {"--replace", "referee change FILE replace NAME=BOT"},
        {"--again", "referee change FILE again GAME"},
        {"--ask", "referee ask LOG BOT"},
        {"--single", "-o FILE.html"},
        {"--sandbox-folder", "--sandbox on,folder=DIR"},
        {"--sandbox-reuse", "--sandbox on,reuse=off"},
        {"--top", "--from FILE,top=4"},
        {"--json-events", "--json"},
        {"--matches", "--jobs 4", "referee serve"},
        {"--title", "--about title=TEXT"},
        {"--date", "--about date=TEXT"},
        {"--place", "--about place=TEXT"},
        {"--time", "--limits time=30s", "referee solve"},
        {"report", "referee view FILE"},
        {"tiles", "referee games fitz:tiles=FILE"},
        {"play-batch", "referee engine play BATCH"},
    }};
    const auto found = std::ranges::find(spellings, old, &RenamedOption::old);
    if (found == spellings.end() || (!found->command.empty() && found->command != command)) return {};
    const std::string_view word = found->now.substr(0, found->now.find(' '));
    const std::string_view value = found->now.substr(std::min(word.size() + 1, found->now.size()));
    const bool takes_bots = std::ranges::find(options, "BOT", &Option::names) != options.end();
    const bool fits = word.starts_with('-') ? is_accepted(word, value, options) : word != "NAME=BOT" || takes_bots;
    return fits ? found->now : std::string_view();
}

}  // namespace referee
