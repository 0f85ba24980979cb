#include "referee/tournament/admit/candidate.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "games/user_error.hpp"
#include "referee/core/bots/bot_text.hpp"
#include "referee/core/bots/listed_bot.hpp"
#include "referee/core/bots/real_words.hpp"

namespace referee::tournament {

namespace {

using games::UserError;

void refuse_person(const std::string& bot) {
    if (bot == "human")
        throw BotError(BotFault::no_program, "'human'", " is not a bot: people can't play in tournaments");
}

Candidate listed(const ListedBot& bot, std::string_view path) {
    try {
        refuse_person(bot.text);
        Candidate one;
        if (bot.words.empty()) {
            one = candidate_at(bot.text, bot.name, path);
        } else {
            one.command = bot_command_of(bot.words, bot.words.front(), path);
            refuse_missing_script(one.command.arguments, bot.words.front());
            one.wish = {bot.name, one.command.name, one.command.arguments};
        }
        one.reuse = bot.reuse;
        one.limits = bot.limits;
        return one;
    } catch (const BotError& error) {
        const bool misplaced = error.fault() == BotFault::missing;
        throw UserError(fmt::format("{}/command: {}{}", bot.place, error.what(),
                                    misplaced ? "; paths are relative to the working directory" : ""));
    }
}

}  // namespace

Candidate candidate_of(const std::string& bot, std::string_view path) {
    if (bot.starts_with('{')) return listed(parse_listed_bot(bot), path);
    const NamedBot text = named_bot(bot);
    refuse_person(text.command);
    return candidate_at(text.command, text.name, path);
}

Candidates candidates_of(std::span<const std::string> bots, std::string_view path) {
    Candidates candidates;
    for (const std::string& bot : bots)
        candidates.bots.push_back(candidate_of(bot, path));
    return candidates;
}

Candidate candidate_of(const FoundBot& bot, const std::string& name) {
    Candidate one{bot.command, {name, bot.name, bot.command.arguments}, bot.folder};
    one.if_unfit = IfUnfit::left_out;
    return one;
}

void add_folder(Candidates& candidates, const std::string& folder, std::span<const std::string> known,
                std::string_view path, bool keep_names) {
    FolderContents contents = read_bots_folder(same_folder(folder, known).value_or(folder), path);
    std::ranges::move(contents.left_out, std::back_inserter(candidates.left_out));
    std::vector<std::vector<std::string>> places;
    for (const Candidate& one : candidates.bots)
        places.push_back(real_words(one.command.arguments, path));
    for (const FoundBot& bot : contents.bots) {
        const auto place = std::ranges::find(places, real_words(bot.command.arguments, path));
        if (place == places.end()) {
            candidates.bots.push_back(candidate_of(bot, keep_names ? bot.name : ""));
        } else {
            Candidate& named = candidates.bots[static_cast<std::size_t>(place - places.begin())];
            named.folder = bot.folder;
            named.if_unfit = IfUnfit::left_out;
        }
    }
}

}  // namespace referee::tournament
