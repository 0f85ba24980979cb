#include "referee/arena/same_hand_ins.hpp"

#include <algorithm>

#include "games/user_error.hpp"
#include "referee/arena/arena_folder.hpp"
#include "referee/arena/rules_for_students.hpp"
#include "referee/handins/hand_in.hpp"

namespace referee::arena {

handins::KnownFiles files_handed_out(const std::string& rules, const handins::Driver* driver) {
    handins::KnownFiles known = handins::KnownFiles::shipped();
    try {
        for (const handins::ProjectFile& file : rules_for_students(rules))
            known.add(file);
    } catch (const games::UserError&) {  // NOLINT(bugprone-empty-catch): students don't get them, which is told
    }
    if (driver != nullptr) known.add_driver(*driver);
    return known;
}

std::map<int, std::string> SameHandIns::among(const std::vector<Person>& people, const std::vector<HandIn>& accepted) {
    std::vector<std::string> names;
    std::vector<int> numbers;
    std::vector<handins::Likeness> likeness;
    for (const HandIn& hand_in : accepted) {
        const auto person = std::ranges::find(people, hand_in.person, &Person::number);
        if (person == people.end()) continue;
        const std::string entrant = entrant_name(*person, hand_in.version);
        auto known = known_.find(entrant);
        if (known == known_.end())
            known =
                known_.emplace(entrant, handins::recorded_likeness(std::string(versions_folder) + "/" + entrant)).first;
        names.push_back(person->student.name);
        numbers.push_back(person->number);
        likeness.push_back(known->second);
    }
    std::map<int, std::string> others;
    for (const handins::Copies& copies : handins::copies_among(likeness))
        for (const std::size_t member : copies.members)
            others[numbers[member]] = handins::others_of(copies, member, names);
    return others;
}

}  // namespace referee::arena
