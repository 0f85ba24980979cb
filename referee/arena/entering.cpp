#include "referee/arena/entering.hpp"

#include <algorithm>
#include <cstddef>

#include "games/words.hpp"
#include "referee/tournament/paper/schedule/field.hpp"

namespace referee::arena {

std::optional<Played> version_named(std::string_view entrant, const std::vector<Person>& people) {
    const auto mark = entrant.rfind(" #");
    if (mark == std::string_view::npos) return std::nullopt;
    const auto version = games::whole_number(entrant.substr(mark + 2));
    if (!version || *version < 1 || *version > 1'000'000) return std::nullopt;
    for (const Person& person : people) {
        if (entrant_name(person, static_cast<int>(*version)) == entrant)
            return Played{person.number, static_cast<int>(*version)};
    }
    return std::nullopt;
}

std::map<std::string, Played> playing_in(const tournament::TournamentHead& head, const std::vector<Person>& people) {
    const tournament::Field field = head.field();
    std::map<std::string, Played> playing;
    for (const int entrant : field.present()) {
        const std::string& name = head.entrants[static_cast<std::size_t>(entrant)].name;
        if (const auto played = version_named(name, people)) playing[name] = *played;
    }
    return playing;
}

Entering entering(const tournament::TournamentHead& head, const std::vector<Person>& people,
                  const std::vector<HandIn>& accepted) {
    std::map<std::string, std::size_t> known;
    for (const tournament::StoredEntrant& entrant : head.entrants)
        known.emplace(entrant.name, known.size());
    std::map<int, std::vector<std::string>> present;
    for (const auto& [name, played] : playing_in(head, people))
        present[played.person].push_back(name);
    Entering result;
    std::vector<tournament::Newcomer> replacing;
    for (const Person& person : people) {
        const auto newest = std::ranges::find(accepted, person.number, &HandIn::person);
        const std::string wanted =
            newest == accepted.end() || !person.takes_part() ? "" : entrant_name(person, newest->version);
        std::vector<std::string>& others = present[person.number];
        const bool is_in = std::erase(others, wanted) > 0;
        const bool joins = !wanted.empty() && !is_in && !known.contains(wanted);
        if (!wanted.empty() && !is_in && !joins) result.orders.returned.push_back(wanted);
        if (joins && others.empty()) {
            result.newcomers.push_back({wanted});
        } else if (joins) {
            replacing.push_back({wanted, known.at(others.front())});
            others.erase(others.begin());
        }
        result.orders.withdrawn.insert(result.orders.withdrawn.end(), others.begin(), others.end());
    }
    result.newcomers.insert(result.newcomers.end(), replacing.begin(), replacing.end());
    return result;
}

}  // namespace referee::arena
