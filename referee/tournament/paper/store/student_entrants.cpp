#include "referee/tournament/paper/store/student_entrants.hpp"

#include <algorithm>

#include "referee/core/bots/entrant_versions.hpp"

namespace referee::tournament {

namespace {

/// Whether `test` is true for the name of the entrant, or of one before it that had its place. Asks the last of them
/// first, and ends with the first that is true.
template <class Test>
bool any_in_place(std::size_t entrant, const TournamentHead& head, const Field& field, const Test& test) {
    for (std::optional one(static_cast<int>(entrant)); one; one = field.predecessor_of(*one)) {
        if (test(head.entrants[static_cast<std::size_t>(*one)].name)) return true;
    }
    return false;
}

/// The newest of the entrants for which `test` is true that take part, or the newest one if all have left.
template <class Test>
std::optional<std::size_t> newest_of(const Test& test, const TournamentHead& head, const Field& field) {
    std::optional<std::size_t> newest;
    for (std::size_t i = 0; i < head.entrants.size(); ++i) {
        if (!test(i)) continue;
        const bool one_plays = newest && field.is_in(static_cast<int>(*newest));
        if (!one_plays || field.is_in(static_cast<int>(i))) newest = i;
    }
    return newest;
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
    const Student* named = nullptr;
    any_in_place(entrant, head, field, [&](const std::string& name) {
        named = student_named(name, head.students);
        return named != nullptr || is_former(name, head.hand_ins);
    });
    return named;
}

bool is_bot_of(const Student& student, std::size_t entrant, const TournamentHead& head, const Field& field) {
    // In a large class, this is faster than to look for the student of each entrant.
    const auto may_be = [&](const std::string& name) {
        return name == student.plays_as || is_version_of(name, student.entrant());
    };
    if (!any_in_place(entrant, head, field, may_be)) return false;
    const Student* found = student_of(entrant, head, field);
    return found != nullptr && found->entrant() == student.entrant();
}

std::string owner_named(const std::string& name, const TournamentHead& head) {
    if (const Student* student = student_named(name, head.students)) return student->entrant();
    const auto former =
        std::ranges::find_if(head.hand_ins.former, [&](const std::string& one) { return is_version_of(name, one); });
    return former == head.hand_ins.former.end() ? "" : *former;
}

std::string owner_of(std::size_t entrant, const TournamentHead& head, const Field& field) {
    std::string owner;
    any_in_place(entrant, head, field, [&](const std::string& name) {
        owner = owner_named(name, head);
        return !owner.empty();
    });
    return owner;
}

std::optional<std::size_t> bot_of(const std::string& owner, const TournamentHead& head, const Field& field) {
    return newest_of([&](std::size_t entrant) { return owner_of(entrant, head, field) == owner; }, head, field);
}

bool is_of_class(std::size_t entrant, const TournamentHead& head, const Field& field) {
    return !owner_of(entrant, head, field).empty();
}

std::optional<std::size_t> entrant_of(const Student& student, const TournamentHead& head, const Field& field) {
    return newest_of([&](std::size_t entrant) { return is_bot_of(student, entrant, head, field); }, head, field);
}

}  // namespace referee::tournament
