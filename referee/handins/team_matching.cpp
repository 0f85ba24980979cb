#include "referee/handins/team_matching.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "referee/handins/main_file.hpp"
#include "referee/handins/teams.hpp"

namespace referee::handins {

namespace {

/// The entry without the names in it.
EntryName without_names(EntryName entry) {
    entry.name.clear();
    entry.joined.clear();
    return entry;
}

EntryName with_name(EntryName entry, std::string name) {
    entry.name = std::move(name);
    return entry;
}

/// The words of a text, without those that say what a file is.
NameWords without_main_names(NameWords words) {
    std::erase_if(words,
                  [](const NameWord& word) { return std::ranges::find(main_names, word.exact) != main_names.end(); });
    return words;
}

/// The texts in an entry that may be the name of a team.
std::vector<NameWords> texts_of(const EntryName& entry) {
    const bool is_login = entry.platform == "GitHub Classroom" || entry.platform == "Blackboard";
    std::vector<NameWords> texts = {words_of_name(is_login ? entry.person : entry.name)};
    if (!entry.platform.empty()) return texts;
    texts.push_back(words_of_name(entry.person));
    for (const std::size_t i : {0U, 1U})
        texts.push_back(without_main_names(texts[i]));
    return texts;
}

/// Whether a name has no letters. Copies of files, and files of students, have numbers that mean no team.
bool is_number(const NameWords& name) {
    return std::ranges::all_of(
        name, [](const NameWord& word) { return word.exact.find_first_not_of("0123456789") == std::string::npos; });
}

std::string text_of(const NameWords& words, Spelling spelling) {
    std::string text;
    for (const NameWord& word : words)
        text += spelling == Spelling::exact ? word.exact : word.spellings.front();
    return text;
}

}  // namespace

OwnerFinder::OwnerFinder(const std::vector<Student>& students) : persons_(students) {
    for (const Student& student : students) {
        if (student.team.empty() || std::ranges::find(teams_, student.team, &Team::name) != teams_.end()) continue;
        teams_.push_back({student.team, words_of_name(student.team), &student, members_of(student.team, students)});
    }
}

std::vector<const OwnerFinder::Team*> OwnerFinder::teams_named(const EntryName& entry, Spelling spelling) const {
    const std::string joined = text_of(words_of_name(entry.joined), spelling);
    const std::vector<NameWords> texts = texts_of(entry);
    std::vector<const Team*> named;
    for (const Team& team : teams_) {
        if (entry.platform.empty() && is_number(team.words)) {  // nothing but the name may be there
            if (entry.person == team.name) named.push_back(&team);
            continue;
        }
        const auto is_this = [&](const NameWords& text) { return is_team_name(text, team.words, spelling); };
        const bool is_joined = !joined.empty() && joined == text_of(team.words, spelling);
        if (is_joined || std::ranges::any_of(texts, is_this)) named.push_back(&team);
    }
    return named;
}

std::vector<const OwnerFinder::Team*> OwnerFinder::teams_named(const EntryName& entry) const {
    auto named = teams_named(entry, Spelling::exact);
    return named.empty() ? teams_named(entry, Spelling::without_accents) : named;
}

Owner OwnerFinder::owner_of(const EntryName& entry) const {
    if (teams_.empty() || entry.of_platform) return persons_.owner_of(entry);
    if (!entry.submitters.empty()) return of_submitters(entry);
    if (!entry.unclear.empty()) return persons_.owner_of(entry);
    const auto named = teams_named(entry);
    if (named.size() > 1) return {.why_not = fmt::format("{} teams may be meant", named.size())};
    if (named.size() == 1) return of_team(entry, *named.front());
    if (entry.platform == "Moodle") return of_moodle(entry);
    return entry.platform == "Canvas" ? of_canvas(entry) : persons_.owner_of(entry);
}

/// Requires: the entry has the name of the team.
Owner OwnerFinder::of_team(const EntryName& entry, const Team& team) const {
    EntryName ids = without_names(entry);
    // Moodle's number is that of the group.
    if (entry.platform == "Moodle") ids.identifiers.clear();
    if (!entry.platform.empty()) ids.person.clear();
    const Student* const student = persons_.owner_of(ids).student;
    const auto contradiction = [&](const std::string& what) {
        return Owner{.why_not = fmt::format("its name is that of the team '{}', and {}", team.name, what)};
    };
    if (student != nullptr && student->team != team.name)
        return contradiction(fmt::format("it is from '{}', who is no member", student->name));
    // The name of the team may stand where a login would be, and have a long number in it.
    const bool is_all = is_team_name(words_of_name(entry.person), team.words, Spelling::without_accents);
    if (student != nullptr || is_all) return {team.first, FoundBy::team};
    for (const Identifier& id : ids.identifiers)
        if (std::ranges::any_of(team.members, [&](const Student* one) { return !one->identifier(id.kind).empty(); }))
            return contradiction(fmt::format("'{}' is none of a member", id.value));
    return {team.first, FoundBy::team};
}

/// A student's, or that of a team by one of its members. The number of an entry with any other name may be that of a
/// group, or of another assignment, so it suggests nobody.
Owner OwnerFinder::of_moodle(const EntryName& entry) const {
    Owner owner = persons_.owner_of(entry);
    if (owner.student != nullptr) return owner;
    if (auto of_team = of_member(entry)) return *std::move(of_team);
    if (owner.suggestion == persons_.owner_of(without_names(entry)).student) owner.suggestion = nullptr;
    return owner;
}

/// "Team A-Ann Alder_501", as Moodle has written it: each member has a copy. The number is that of the student in this
/// assignment, and the list may be that of another one. Nothing if the entry has another form.
std::optional<Owner> OwnerFinder::of_member(const EntryName& entry) const {
    std::optional<Owner> found;
    for (auto at = entry.name.find('-'); at != std::string::npos; at = entry.name.find('-', at + 1)) {
        const auto named = teams_named(with_name(entry, entry.name.substr(0, at)));
        if (named.empty()) continue;
        EntryName member = with_name(entry, entry.name.substr(at + 1));
        Owner owner = persons_.owner_of(member);
        member.identifiers.clear();
        if (owner.student == nullptr) owner = persons_.owner_of(member);
        if (owner.student == nullptr) {
            owner = {.why_not = fmt::format("its name has '{}', and that of no student", named.front()->name)};
        } else if (std::ranges::find(named, owner.student->team, &Team::name) == named.end()) {
            owner = {.why_not = fmt::format("its name has '{}' and '{}', who is no member", named.front()->name,
                                            owner.student->name)};
        }
        if (found && (found->student != owner.student || owner.student == nullptr))
            return Owner{.why_not = "several teams and students may be meant"};
        found = std::move(owner);
    }
    return found;
}

Owner OwnerFinder::of_submitters(const EntryName& entry) const {
    const Student* first = nullptr;
    for (const EntryName& submitter : entry.submitters) {
        const Student* const student = persons_.owner_of(submitter).student;
        if (student == nullptr)
            return {.why_not = fmt::format("{} students have handed it in together, and '{}' is none of the list",
                                           entry.submitters.size(), submitter.name)};
        if (first == nullptr) first = student;
        if (student->team.empty() || student->team != first->team)
            return {.why_not = fmt::format("'{}' and '{}' have handed it in together, and are in no team", first->name,
                                           student->name)};
    }
    const auto team = std::ranges::find(teams_, first->team, &Team::name);
    return {team->first, FoundBy::team};
}

/// Canvas writes the name of a group, who is no student, beside the id of one of its members. If the list does not have
/// this group, nobody knows whether it is that of the member.
Owner OwnerFinder::of_canvas(const EntryName& entry) const {
    Owner owner = persons_.owner_of(entry);
    if (owner.student == nullptr || owner.found_by != FoundBy::platform_id) return owner;
    EntryName name = entry;
    name.identifiers.clear();
    if (persons_.owner_of(name).student != nullptr) return owner;
    return {.suggestion = owner.student,
            .why_not = fmt::format("its name is that of no student or team, and its number that of '{}'",
                                   owner.student->name)};
}

}  // namespace referee::handins
