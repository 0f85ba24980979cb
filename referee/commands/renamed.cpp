#include "referee/commands/command_line.hpp"

#include <algorithm>
#include <array>

namespace referee {

namespace {

struct Renamed {
    std::string_view old;
    std::string_view now;
    std::string_view command = {};  ///< the only one that had it, for a word that means something else in others
};

}  // namespace

std::string_view new_spelling(std::string_view old, std::string_view command, std::span<const std::string> options) {
    static constexpr std::array<Renamed, 37> spellings = {{
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
        {"--engine-option", "--engine slurm,KEY=VALUE"},
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
        {"--top", "--from FILE,top=N"},
        {"--json-events", "--json"},
        {"--matches", "--jobs N", "referee serve"},
        {"--title", "--about title=TEXT"},
        {"--date", "--about date=TEXT"},
        {"--place", "--about place=TEXT"},
        {"--time", "--limits time=30s", "referee solve"},
        {"report", "referee view FILE"},
        {"tiles", "referee games fitz:tiles=FILE"},
        {"play-batch", "referee engine play BATCH"},
    }};
    const auto found = std::ranges::find(spellings, old, &Renamed::old);
    if (found == spellings.end() || (!found->command.empty() && found->command != command)) return {};
    const std::string_view first_word = found->now.substr(0, found->now.find(' '));
    const bool fits = !first_word.starts_with('-') || std::ranges::find(options, first_word) != options.end();
    return fits ? found->now : std::string_view();
}

}  // namespace referee
