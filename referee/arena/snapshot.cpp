#include "referee/arena/snapshot.hpp"

#include <algorithm>
#include <functional>

#include "games/user_error.hpp"

namespace referee::arena {

const Person& Snapshot::person(int number) const {
    if (number < 0 || number >= std::ssize(*people)) throw games::UserError("there is no such student");
    return (*people)[static_cast<std::size_t>(number)];
}

std::optional<Time> Snapshot::rest_of(int holder) const {
    const auto found = rests.find(holder);
    return found == rests.end() ? std::nullopt : std::optional(found->second);
}

VersionNow Snapshot::with_state(HandIn hand_in) const {
    VersionNow now{std::move(hand_in)};
    HandIn& shown = now.hand_in;
    if (shown.sender >= 0) now.sender = person(shown.sender).student.name;
    now.plays = entrants->contains(entrant_name(person(shown.person), shown.version));
    if (shown.state != HandInState::waiting) return now;
    if (const auto found = work.find({shown.person, shown.version}); found != work.end()) {
        shown.state = found->second->state;
        shown.check = found->second->check;
        return now;
    }
    int before = 0;
    for (const HandIn& other : hand_ins.waiting()) {
        if (other.person == shown.person && other.version == shown.version) break;
        if (!work.contains({other.person, other.version})) ++before;
    }
    now.waits_behind = before;
    now.rests_until = rest_of(shown.person);
    return now;
}

std::vector<VersionNow> Snapshot::newest_versions() const {
    std::vector<VersionNow> versions;
    for (HandIn& hand_in : hand_ins.newest())
        versions.push_back(with_state(std::move(hand_in)));
    return versions;
}

std::map<int, int> Snapshot::playing() const {
    std::map<int, int> playing;
    for (const auto& [name, played] : *entrants)
        playing[played.person] = played.version;
    return playing;
}

std::optional<Played> Snapshot::played_by(StageName stage, std::string_view entrant) const {
    if (stage == StageName::ladder) return version_named(entrant, *people);
    const auto one = std::ranges::find(*people, entrant,
                                       [](const Person& person) -> const std::string& { return person.student.name; });
    if (one == people->end()) return std::nullopt;
    const HandIn* const hand_in = hand_ins.of(one->number).to_play();
    return hand_in == nullptr ? std::nullopt : std::optional(Played{one->number, hand_in->version});
}

std::vector<HandIn> Snapshot::waiting_tries() const {
    std::vector<HandIn> found;
    for (const auto& [person, tried] : tries)
        if (tried->hand_in.state == HandInState::waiting) found.push_back(tried->hand_in);
    std::ranges::sort(found, std::greater(), &HandIn::version);  // later ones have lower numbers
    return found;
}

bool Snapshot::final_may_begin() const {
    return std::ranges::none_of(
        *people, [&](const Person& one) { return one.takes_part() && hand_ins.of(one.number).is_waiting(); });
}

}  // namespace referee::arena
