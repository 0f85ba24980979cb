#include "referee/core/bots/candidate.hpp"

#include <fmt/format.h>

#include <utility>

#include "games/user_error.hpp"
#include "referee/core/base/exists_at.hpp"
#include "referee/core/bots/bot_text.hpp"

namespace referee {

Candidate candidate_at(const std::string& place, const std::string& name, std::string_view path) {
    BotCommand command = parse_bot_command(place, path);
    NameWish wish{name, command.name, command.arguments};
    return {std::move(command), std::move(wish), is_folder_at(place) ? place : ""};
}

Candidate player_of(const std::string& text, const std::string& name, std::string_view path) {
    const NamedBot bot = named_bot(text);
    if (!name.empty() && !bot.name.empty())
        throw games::UserError(fmt::format("bot '{}' has two names: '{}' and '{}'", text, bot.name, name));
    if (bot.command != "human") return candidate_at(bot.command, name + bot.name, path);
    Candidate person{{}, {name + bot.name, "human", {}}};
    person.human = true;
    return person;
}

std::vector<Entrant> entrants_of(std::span<const Candidate> candidates, std::span<const std::string> taken) {
    std::vector<NameWish> wishes;
    for (const Candidate& one : candidates)
        wishes.push_back(one.wish);
    std::vector<std::string> names = unique_names(wishes, taken);
    std::vector<Entrant> entrants;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const Candidate& one = candidates[i];
        entrants.push_back({one.human, one.command, std::move(names[i]), std::nullopt, one.reuse, one.limits});
    }
    return entrants;
}

}  // namespace referee
