#include "referee/tournament/paper/store/student_entrants.hpp"

#include <algorithm>

#include "referee/core/bots/entrant_versions.hpp"

namespace referee::tournament {

namespace {

/// The name of the entrant whose place this one has.
const std::string& first_name(std::size_t entrant, const TournamentHead& head, const Field& field) {
    return head.entrants[static_cast<std::size_t>(field.place_of(static_cast<int>(entrant)))].name;
}

}  // namespace

const Student* student_named(const std::string& name, const std::vector<Student>& students) {
    auto found = std::ranges::find(students, name, &Student::entrant);
    if (found == students.end() && !name.empty()) found = std::ranges::find(students, name, &Student::plays_as);
    if (found == students.end())
        found = std::ranges::find_if(students, [&](const Student& one) { return is_version_of(name, one.entrant()); });
    return found == students.end() ? nullptr : &*found;
}

bool is_former(const std::string& name, const handins::HandInRecord& hand_ins) {
    return std::ranges::any_of(hand_ins.former, [&](const std::string& one) { return is_version_of(name, one); });
}

const Student* student_of(std::size_t entrant, const TournamentHead& head, const Field& field) {
    const Student* named = student_named(head.entrants[entrant].name, head.students);
    return named != nullptr ? named : student_named(first_name(entrant, head, field), head.students);
}

bool is_bot_of(const Student& student, std::size_t entrant, const TournamentHead& head, const Field& field) {
    // In a large class, this is faster than to look for the student of each entrant.
    const auto may_be = [&](const std::string& name) {
        return name == student.plays_as || is_version_of(name, student.entrant());
    };
    if (!may_be(head.entrants[entrant].name) && !may_be(first_name(entrant, head, field))) return false;
    const Student* found = student_of(entrant, head, field);
    return found != nullptr && found->entrant() == student.entrant();
}

bool is_of_class(std::size_t entrant, const TournamentHead& head, const Field& field) {
    return student_of(entrant, head, field) != nullptr || is_former(head.entrants[entrant].name, head.hand_ins) ||
           is_former(first_name(entrant, head, field), head.hand_ins);
}

std::optional<std::size_t> entrant_of(const Student& student, const TournamentHead& head, const Field& field) {
    std::optional<std::size_t> newest;
    for (std::size_t i = 0; i < head.entrants.size(); ++i) {
        if (!is_bot_of(student, i, head, field)) continue;
        const bool one_plays = newest && field.is_in(static_cast<int>(*newest));
        if (!one_plays || field.is_in(static_cast<int>(i))) newest = i;
    }
    return newest;
}

}  // namespace referee::tournament
