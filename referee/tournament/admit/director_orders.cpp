#include "referee/tournament/admit/director_orders.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "games/user_error.hpp"
#include "referee/core/bots/named_entrant.hpp"
#include "referee/tournament/paper/schedule/field.hpp"
#include "referee/tournament/paper/store/student_entrants.hpp"

namespace referee::tournament {

using games::UserError;

std::size_t entrant_meant(std::string_view option, const std::string& name, const TournamentHead& head) {
    const std::vector<std::string> names = head.names();
    const auto exact = std::ranges::find(names, name);
    const auto is_owner = [&](const std::string& one) {
        return std::ranges::find(head.students, one, &Student::entrant) != head.students.end() ||
               std::ranges::find(head.hand_ins.former, one) != head.hand_ins.former.end();
    };
    const bool names_version = exact != names.end() && !is_owner(name);
    if (head.students.empty() || names_version) return entrant_named(option, name, names);
    const auto member = std::ranges::find(head.students, name, &Student::name);
    if (member != head.students.end() && !is_owner(name))
        throw UserError(fmt::format("{}: '{}' is a member of '{}': write the name of the team, whose the bot is",
                                    option, name, member->team));
    std::vector<std::string> firsts;  // all versions of the bot of a student or a team have one name here
    for (const std::string& one : names) {
        const Student* student = student_named(one, head.students);
        if (student != nullptr && student->plays_as == one) firsts.push_back(one);
        const std::string owner = owner_named(one, head);
        const std::string& first = owner.empty() ? one : owner;
        if (std::ranges::find(firsts, first) == firsts.end()) firsts.push_back(first);
    }
    const std::string& first = firsts[entrant_named(option, name, firsts)];
    if (!is_owner(first)) return static_cast<std::size_t>(std::ranges::find(names, first) - names.begin());
    return bot_of(first, head, head.field()).value();
}

std::vector<Newcomer> newcomers_of(const DirectorOrders& orders, const TournamentHead& head) {
    std::vector<Newcomer> newcomers;
    for (const std::string& bot : orders.added) {
        const auto member = std::ranges::find(head.students, bot.substr(0, bot.find('=')), &Student::name);
        if (bot.find('=') != std::string::npos && member != head.students.end() && !member->team.empty())
            throw UserError(fmt::format("add '{}': '{}' is the name of a student of '{}': give the bot another name",
                                        bot, member->name, member->team));
        newcomers.push_back({bot});
    }
    const std::vector<std::string> names = head.names();
    for (const std::string& text : orders.replaced) {
        if (text.find('=') == std::string::npos)
            throw UserError(fmt::format("replace '{}': write NAME=BOT, the entrant and the bot in its place", text));
        const auto whole = entrant_before_equals(text, names);
        const std::size_t equals = whole ? names[*whole].size() : text.find('=');
        const std::size_t found = entrant_meant("replace", text.substr(0, equals), head);
        if (text.size() <= equals + 1)
            throw UserError(fmt::format("replace '{}': write NAME=BOT, the entrant and the bot in its place", text));
        newcomers.push_back({text.substr(equals + 1), found});
    }
    return newcomers;
}

std::set<std::size_t> leavers_of(const DirectorOrders& orders, const TournamentHead& head) {
    std::set<std::size_t> leavers;
    for (const std::string& name : orders.withdrawn)
        leavers.insert(entrant_meant("withdraw", name, head));
    for (const std::string& name : orders.annulled)
        leavers.insert(entrant_meant("annul", name, head));
    for (const Newcomer& newcomer : newcomers_of(orders, head))
        if (newcomer.replaces) leavers.insert(*newcomer.replaces);
    return leavers;
}

std::set<std::size_t> returners_of(const DirectorOrders& orders, const TournamentHead& head) {
    std::set<std::size_t> returners;
    for (const std::string& name : orders.returned)
        returners.insert(entrant_meant("return", name, head));
    return returners;
}

}  // namespace referee::tournament
