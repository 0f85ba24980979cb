#include "referee/arena/same_hand_ins.hpp"

#include <algorithm>

#include "games/user_error.hpp"
#include "referee/arena/arena_folder.hpp"
#include "referee/arena/rules_for_students.hpp"
#include "referee/handins/hand_in.hpp"

namespace referee::arena {

namespace {

/// Starter kits, sample bots, the rules, and the driver, unless it is null.
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

}  // namespace

std::map<int, std::string> SameHandIns::among(const std::vector<Person>& people, const std::vector<HandIn>& accepted,
                                              const std::string& rules, const handins::Driver* driver) {
    if (!handed_out_) handed_out_ = files_handed_out(rules, driver);
    std::vector<std::string> names;
    std::vector<int> numbers;
    std::vector<handins::Likeness> likeness;
    for (const HandIn& hand_in : accepted) {
        const auto person = std::ranges::find(people, hand_in.person, &Person::number);
        if (person == people.end()) continue;
        const std::string entrant = entrant_name(*person, hand_in.version);
        auto known = known_.find(entrant);
        if (known == known_.end())
            known = known_
                        .emplace(entrant, handins::likeness_of_prepared(std::string(versions_folder) + "/" + entrant,
                                                                        *handed_out_))
                        .first;
        names.push_back(person->student.name);
        numbers.push_back(person->number);
        likeness.push_back(known->second);
    }
    std::map<int, std::string> others;
    const auto groups = handins::copies_among(likeness);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        if (std::string text = handins::others_of(groups, i, names); !text.empty())
            others[numbers[i]] = std::move(text);
    return others;
}

}  // namespace referee::arena
