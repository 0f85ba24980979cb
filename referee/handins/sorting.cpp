#include "referee/handins/sorting.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <boost/regex.hpp>
#include <ctime>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include "games/user_error.hpp"
#include "referee/core/base/exists_at.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/sha256.hpp"
#include "referee/core/base/text_file.hpp"
#include "referee/core/bots/found.hpp"
#include "referee/handins/newest.hpp"
#include "referee/handins/parcel.hpp"
#include "referee/handins/platform_forms.hpp"
#include "referee/handins/project.hpp"
#include "referee/handins/team_matching.hpp"
#include "referee/handins/teams.hpp"

namespace referee::handins {

namespace {

using games::UserError;

/// Gradescope's list, which also has what the students' programs have written.
std::string read_metadata(const std::string& path) {
    constexpr std::size_t max_size = std::size_t{64} << 20;
    InputFile file(path, fmt::format("'{}'", path));
    std::string text;
    while (file.read_some(text, max_size)) {
    }
    return text;
}

std::vector<std::filesystem::path> paths_in(const std::string& folder) {
    std::error_code error;
    std::vector<std::filesystem::path> paths = entries_of(folder, error);
    if (error) throw UserError(fmt::format("folder of hand-ins '{}' can't be read: {}", folder, error.message()));
    std::erase_if(paths, [](const auto& path) { return is_clutter(file_name(path.native())); });
    return paths;
}

/// Whether a path leads to "Team 7", in which ILIAS has a folder for each member, "Wolf_Elodie_ewolf_20411". The number
/// is ILIAS's, and not that of a team in the list.
bool is_team_of_ilias(const std::filesystem::path& path) {
    static const boost::regex team(R"(\S+ \d+)"), member(R"([^_]+_[^_]+_[^_]+_\d+)");
    const auto is_member = [](const std::filesystem::path& one) {
        return is_folder_at(one) && boost::regex_match(one.filename().string(), member);
    };
    std::error_code error;
    if (!boost::regex_match(path.filename().string(), team) || !is_directory(symlink_status(path, error))) return false;
    auto inside = entries_of(path, error);
    std::erase_if(inside, [](const auto& one) { return is_clutter(file_name(one.native())); });
    return !error && !inside.empty() && std::ranges::all_of(inside, is_member);
}

/// The hand-ins in a folder.
std::vector<std::filesystem::path> hand_ins_in(const std::string& folder) {
    std::vector<std::filesystem::path> all;
    for (std::filesystem::path& path : paths_in(folder)) {
        if (is_team_of_ilias(path)) {
            std::ranges::move(paths_in(path), std::back_inserter(all));
        } else {
            all.push_back(std::move(path));
        }
    }
    return all;
}

/// Whether an entry beside the folder of all hand-ins may be somebody's hand-in, and not the download itself or a list.
bool may_be_hand_in(const EntryFile& entry, const std::string& folder) {
    constexpr std::array<std::string_view, 6> archives = {".zip", ".tar", ".gz", ".tgz", ".xz", ".7z"};
    if (entry.name == folder) return false;
    if (entry.is_folder) return true;
    const bool is_archive = std::ranges::find(archives, suffix_of(entry.name)) != archives.end();
    return is_archive && !entry.name.starts_with(folder);
}

/// Reads a folder. If nothing in it is a student's, but the entries of one of its folders are, as downloads have
/// folders around all hand-ins, these stand for it; what lies beside that folder has no owner. `levels`: how many such
/// folders there may be. Throws games::UserError if there are several, or if a folder can't be read.
FolderEntries read_folder(const std::string& folder, const std::vector<Student>& students, const OwnerFinder& finder,
                          int levels = 4) {
    FolderEntries entries;
    std::string metadata;
    for (const std::filesystem::path& path : hand_ins_in(folder)) {
        const std::string name(file_name(path.native()));
        entries.paths.push_back(path);
        entries.files.push_back({name, is_folder_at(path)});
        if (name == gradescope_metadata) metadata = read_metadata(path);
    }
    entries.names = read_entry_names(entries.files, students, metadata);
    for (const EntryName& name : entries.names)
        entries.owners.push_back(finder.owner_of(name));
    const auto has_owner = [](const Owner& owner) { return owner.student != nullptr; };
    if (levels == 0 || std::ranges::any_of(entries.owners, has_owner)) return entries;
    std::vector<std::string> inside;  // the folders with hand-ins of students
    FolderEntries found;
    for (std::size_t i = 0; i < entries.paths.size(); ++i) {
        if (!entries.files[i].is_folder || !entries.names[i].platform.empty()) continue;
        FolderEntries below = read_folder(entries.paths[i], students, finder, levels - 1);
        if (!std::ranges::any_of(below.owners, has_owner)) continue;
        inside.push_back(entries.files[i].name);
        found = std::move(below);
    }
    if (inside.size() > 1)
        throw UserError(fmt::format("--bots: several folders in '{}' have hand-ins: name one of them: '{}'", folder,
                                    fmt::join(inside, "', '")));
    if (inside.empty()) return entries;
    for (std::size_t i = 0; i < entries.paths.size(); ++i) {
        if (entries.names[i].of_platform || !may_be_hand_in(entries.files[i], inside.front())) continue;
        found.paths.push_back(entries.paths[i]);
        found.files.push_back(entries.files[i]);
        found.names.push_back(entries.names[i]);
        found.owners.push_back(entries.owners[i]);
    }
    return found;
}

/// When somebody has handed in: the date in the name of the entry, or else the time of the file.
std::string time_of(const std::string& path, const EntryName& name) {
    constexpr std::uint64_t minute = 100, hour = 100 * minute, day = 100 * hour;
    if (is_moment(name.attempt))
        return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}", name.attempt / (day * 10000),
                           name.attempt / (day * 100) % 100, name.attempt / day % 100, name.attempt / hour % 100,
                           name.attempt / minute % 100);
    const std::time_t seconds = newest_time_of(path) / 1'000'000'000;
    std::tm local{};
    ::localtime_r(&seconds, &local);
    return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}", local.tm_year + 1900, local.tm_mon + 1, local.tm_mday,
                       local.tm_hour, local.tm_min);
}

constexpr const char* state_unowned = "has no owner";

/// Several persons have the name of one student, so nobody knows which of them is the student.
std::string why_nobody_of(const std::set<std::string>& persons) {
    return fmt::format("{} persons have handed in under this name: '{}' and '{}'{}",
                       persons.size() == 2 ? "two" : std::to_string(persons.size()), *persons.begin(),
                       *std::next(persons.begin()), persons.size() == 2 ? "" : " among them");
}

Content content_of(const std::string& path, const EntryName& name) {
    constexpr std::size_t digits = 32;
    try {
        Parcel parcel;
        parcel.files = read_project(path, name.file);
        return {sha256_of(bytes_of(parcel)).substr(0, digits), newest_time_of(path)};
    } catch (const UserError&) {
        return {};
    }
}

}  // namespace

Sorting::Sorting(const std::string& folder, const std::vector<Student>& students)
    : students_(students), entries_(read_folder(folder, students, OwnerFinder(students))) {
    if (has_teams(students))
        for (std::size_t i = 0; i < entries_.paths.size(); ++i)
            contents_.push_back(entries_.names[i].of_platform ? Content()
                                                              : content_of(entries_.paths[i], entries_.names[i]));
    sort({});
}

void Sorting::sort(const HandInRecord& record) {
    const std::vector<Decision>& decisions = record.decisions;
    lines.clear();
    hand_ins.clear();
    unowned.clear();
    left_out.clear();
    seen = record.seen;
    carry_out(decisions);
    std::map<std::string, std::vector<Entry>> of_entrants;
    const std::set<const Student*> identified = students_with_identified_persons();
    const auto namesakes = persons_by_name(decisions);
    for (std::size_t i = 0; i < entries_.paths.size(); ++i) {
        if (entries_.names[i].of_platform) continue;
        const std::string person = harmless(entries_.names[i].person);
        const auto decision = std::ranges::find(decisions, person, &Decision::person);
        Owner owner = entries_.owners[i];
        if (owner.found_by == FoundBy::name && !entries_.names[i].platform.empty() &&
            identified.contains(owner.student))
            owner = {.suggestion = owner.student, .why_not = "another person is this student, and has the same name"};
        if (const auto all = namesakes.find({owner.student, owner.found_by});
            all != namesakes.end() && all->second.size() > 1 && all->second.contains(person))
            owner = {.suggestion = owner.student, .why_not = why_nobody_of(all->second)};
        if (decision != decisions.end()) owner = decided(decision->student);
        const std::string entrant = entrant_of(i, person, owner);
        const auto members = members_of(entrant, students_);
        if (!members.empty()) {
            const Student* const sender = owner.student == nullptr ? members.front() : owner.student;
            Entry one{entries_.paths[i], entries_.names[i], owner.found_by, sender, content(i).sum, content(i).at};
            if (owner.student == nullptr || owner.student->entrant() != entrant) set_first_time(one, person);
            of_entrants[entrant].push_back(std::move(one));
        }
        add(i, person, owner, entrant);
    }
    add_suggestions();
    for (const std::string& entrant : entrants_of(students_))
        if (const auto found = of_entrants.find(entrant); found != of_entrants.end())
            hand_ins.push_back(
                {.student = members_of(entrant, students_).front(), .entries = std::move(found->second)});
    for (HandIn& hand_in : hand_ins)
        hand_in.is_older = is_older(hand_in.student->entrant(), hand_in.entries);
}

/// The persons of a platform who are a student by nothing but their name, or groups of Moodle that are a team. Those
/// about whom there is a decision don't count.
std::map<std::pair<const Student*, FoundBy>, std::set<std::string>> Sorting::persons_by_name(
    const std::vector<Decision>& decisions) const {
    std::map<std::pair<const Student*, FoundBy>, std::set<std::string>> persons;
    for (std::size_t i = 0; i < entries_.owners.size(); ++i) {
        const Owner& owner = entries_.owners[i];
        const EntryName& name = entries_.names[i];
        const bool by_name = owner.found_by == FoundBy::name && !name.platform.empty();
        const bool by_team = owner.found_by == FoundBy::team && name.platform == "Moodle";
        const std::string person = harmless(name.person);
        if (owner.student != nullptr && (by_name || by_team) && !name.of_platform &&
            std::ranges::find(decisions, person, &Decision::person) == decisions.end())
            persons[{owner.student, owner.found_by}].insert(person);
    }
    return persons;
}

/// Whether something later of another member was there before. A member who has left may have overwritten it, and then
/// an older hand-in of the others is no new one.
bool Sorting::is_older(const std::string& entrant, const std::vector<Entry>& entries) const {
    const auto is_before = [](const Entry& entry, const Seen& one) {
        const std::uint64_t number = number_of_all(entry.name);
        if (entry.sum.empty() || harmless(entry.name.person) == one.person) return false;
        return number > 0 && one.number > 0 ? number < one.number : entry.at < one.at;
    };
    return std::ranges::any_of(seen, [&](const Seen& one) {
        return one.team == entrant &&
               std::ranges::all_of(entries, [&](const Entry& entry) { return is_before(entry, one); });
    });
}

/// A decision is about a person, so it also holds for what this person has handed in before: it is no longer that of
/// the entrant whose it was, and hides nothing older there.
void Sorting::carry_out(const std::vector<Decision>& decisions) {
    for (const Decision& decision : decisions) {
        const Owner owner = decided(decision.student);
        if (owner.found_by != FoundBy::teacher) continue;  // who is not in the list any more
        for (Seen& one : seen)
            if (one.person == decision.person && !owner.team.empty()) one.team = owner.team;
        if (owner.team.empty())
            std::erase_if(seen, [&](const Seen& one) {
                return one.person == decision.person && one.student != decision.student;
            });
    }
}

/// The owner whom the teacher has named: a student or a team.
Owner Sorting::decided(const std::string& name) const {
    const auto student = std::ranges::find(students_, name, &Student::name);
    if (student != students_.end()) return {.student = &*student, .found_by = FoundBy::teacher};
    const auto members = name.empty() ? std::vector<const Student*>() : members_of(name, students_);
    if (members.empty() && !name.empty())
        return {.why_not = fmt::format("you have given it to '{}', who is not in the list any more", harmless(name))};
    if (members.empty()) return {.found_by = FoundBy::teacher};
    return {.student = members.front(), .found_by = FoundBy::teacher, .team = name};
}

/// The entrant whose an entry is: that of its owner, or the one whose it was when it was seen first. Empty if it has no
/// owner.
std::string Sorting::entrant_of(std::size_t entry, const std::string& person, const Owner& owner) {
    const std::string now = owner.student == nullptr ? "" : owner.student->entrant();
    const auto& [sum, at] = content(entry);
    if (sum.empty() || (owner.found_by == FoundBy::teacher && now.empty())) return now;
    const auto known =
        std::ranges::find_if(seen, [&, &sum = sum](const Seen& one) { return one.person == person && one.sum == sum; });
    const Owner& found = entries_.owners[entry];
    const bool is_student = !owner.team.empty() && found.student != nullptr && found.found_by != FoundBy::team;
    const std::string student = is_student                                       ? found.student->name
                                : now.empty() || owner.found_by == FoundBy::team ? now
                                                                                 : owner.student->name;
    const bool stays = known != seen.end() && owner.team.empty() &&
                       (student.empty() || student == known->student || student == known->team);
    if (now.empty() && !stays) return now;
    Seen one{person, sum, student, now, number_of_all(entries_.names[entry]), at};
    if (stays) {
        one.student = known->student;
        one.team = known->team;
        if (now != known->team) {  // handed in again by somebody who has left, it is no newer
            one.number = known->number;
            one.at = known->at;
        }
    }
    (known == seen.end() ? seen.emplace_back() : *known) = one;
    return one.team;
}

/// Gives an entry that only stays with its team the time at which it was seen first.
void Sorting::set_first_time(Entry& entry, const std::string& person) const {
    const auto known =
        std::ranges::find_if(seen, [&](const Seen& one) { return one.person == person && one.sum == entry.sum; });
    if (known == seen.end()) return;
    entry.at = known->at;
    // The number of an attempt of one person was not kept, so the times must tell.
    const bool is_serial = entry.name.platform == "Canvas";
    (is_serial ? entry.name.serial : entry.name.attempt) = number_of_all(entry.name) == 0 ? 0 : known->number;
}

std::vector<std::string> Sorting::end_decisions(std::vector<Decision>& decisions) const {
    std::vector<std::string> told;
    std::erase_if(decisions, [&](const Decision& one) {
        if (decided(one.student).team.empty()) return false;
        for (std::size_t i = 0; i < entries_.names.size(); ++i) {
            const Owner& found = entries_.owners[i];
            const bool is_student = found.student != nullptr && found.found_by != FoundBy::team;
            if (!is_student || content(i).sum.empty() || harmless(entries_.names[i].person) != one.person) continue;
            told.push_back(
                fmt::format("'{}' is '{}': what is handed in now goes to '{}', and later hand-ins go by the list",
                            one.person, found.student->name, one.student));
            return true;
        }
        return false;
    });
    return told;
}

const Content& Sorting::content(std::size_t entry) const {
    static const Content none;
    return contents_.empty() ? none : contents_[entry];
}

void Sorting::set_state(const std::string& person, const std::string& state, const std::string& why) {
    const auto line = std::ranges::find(lines, harmless(person), &PersonLine::person);
    line->state = state;
    line->why = harmless(why);
}

void Sorting::set_why(const std::string& person, const std::string& why) {
    std::ranges::find(lines, harmless(person), &PersonLine::person)->why = harmless(why);
}

void Sorting::set_same_as(const std::string& person, const std::string& others) {
    std::ranges::find(lines, harmless(person), &PersonLine::person)->same_as = harmless(others);
}

/// The students of whom a platform has identified a person, so another one of the same name is somebody else.
std::set<const Student*> Sorting::students_with_identified_persons() const {
    std::set<const Student*> students;
    for (std::size_t i = 0; i < entries_.owners.size(); ++i)
        if (entries_.owners[i].student != nullptr && entries_.owners[i].found_by != FoundBy::name &&
            entries_.owners[i].found_by != FoundBy::team && !entries_.names[i].platform.empty())
            students.insert(entries_.owners[i].student);
    return students;
}

/// Adds a few suggestions to the reasons why entries are left out. The table has all of them.
void Sorting::add_suggestions() {
    constexpr std::ptrdiff_t few = 6;
    const auto has_suggestion = [](const Unowned& one) { return !one.suggestion.empty(); };
    if (std::ranges::count_if(unowned, has_suggestion) > few) return;
    for (std::size_t i = 0; i < unowned.size(); ++i)
        if (has_suggestion(unowned[i]))
            left_out[i].reason += fmt::format("; did you mean '{}'?", unowned[i].suggestion);
}

void Sorting::add(std::size_t entry, const std::string& person, const Owner& owner, const std::string& entrant) {
    const std::string file = harmless(entries_.files[entry].name);
    auto line = std::ranges::find(lines, person, &PersonLine::person);
    if (line == lines.end()) line = lines.insert(lines.end(), {.person = person});
    line->entries += (line->entries.empty() ? "" : ", ") + file;
    line->handed_in = std::max(line->handed_in, time_of(entries_.paths[entry], entries_.names[entry]));
    line->found_by = owner.found_by == FoundBy::nothing ? "" : name_of(owner.found_by);
    const bool is_of_team = owner.found_by == FoundBy::team || !owner.team.empty();
    if (owner.student == nullptr && !entrant.empty()) line->student = entrant;
    if (owner.student != nullptr) line->student = is_of_team ? owner.student->team : owner.student->name;
    if (!entrant.empty()) {
        const bool stays = owner.student == nullptr || owner.student->entrant() != entrant;
        line->state = stays ? fmt::format("{} '{}'", state_stays, entrant) : std::string(state_counts);
    } else if (owner.found_by == FoundBy::teacher) {
        line->student = "nobody";
        line->state = "nobody's";
    } else {
        const std::string suggestion = owner.suggestion == nullptr ? "" : owner.suggestion->name;
        line->suggestion = suggestion;
        line->state = state_unowned;
        line->why = owner.why_not;
        unowned.push_back({file, suggestion});
        left_out.push_back({entries_.files[entry].name, owner.why_not});
    }
}

Sorting sorted_hand_ins(const ClassFolders& folders, const std::vector<Student>& students, HandInRecord& record) {
    Sorting sorting(folders.hand_ins, students);
    sorting.sort(record);
    if (!folders.owners.empty()) {
        const bool takes_all = folders.owners == all_suggested;
        std::vector<Decision> suggested;
        if (takes_all) suggested = take_suggestions(folders.table, sorting.lines);
        if (!takes_all || !is_as_written(folders.table))
            add_decisions(record.decisions, read_decisions(takes_all ? folders.table : folders.owners, sorting.lines,
                                                           students, record.decisions));
        add_decisions(record.decisions, std::move(suggested));
        sorting.sort(record);
    }
    record.unowned = sorting.unowned;
    record.seen = sorting.seen;
    return sorting;
}

WrittenTable write_table(const ClassFolders& folders, const Sorting& sorting, char separator, const Workplace& place) {
    if (folders.table.empty()) return {};
    const std::string table = write_hand_ins(folders.table, sorting.lines, separator, !folders.owners.empty());
    if (table != folders.table)
        place.tell(fmt::format("'{}' stays as it is; the present table is '{}'", folders.table, table));
    WrittenTable written{table, sorting.lines, separator};
    if (sorting.unowned.empty()) return written;
    const bool suggests = !clear_suggestions(sorting.lines).empty();
    place.tell(
        fmt::format("{}: write the right student, or nobody, into '{}', and give it back with --hand-ins {}{}",
                    unowned_text(sorting.unowned.size()), table, table,
                    suggests && table == folders.table ? "; --hand-ins suggested takes all suggestions in it" : ""));
    return written;
}

std::vector<std::string> take_away(std::vector<Student>& students, const HandInRecord& record) {
    std::set<std::pair<std::string, std::string>> known;
    std::vector<std::string> told;
    for (const Decision& decision : record.decisions)
        for (Student& student : students) {
            const bool is_this = student.handed_in == decision.person ||
                                 student.handed_in.starts_with(decision.person + "_assignsubmission_");
            const bool stays = std::ranges::any_of(record.seen, [&](const Seen& one) {
                return one.person == decision.person && one.team == student.entrant();
            });
            if (student.handed_in.empty() || !is_this || stays) continue;
            if (decision.student == student.name || decision.student == student.entrant()) continue;
            if (known.emplace(decision.person, student.entrant()).second)
                told.push_back(fmt::format(
                    "the hand-in of '{0}' is not that of '{1}' any more: 'annul {1}' takes its bot out of the "
                    "tournament, and its games out of the figures",
                    decision.person, student.entrant()));
            student.handed_in.clear();
            student.remark.clear();
            student.build_output.clear();
        }
    return told;
}

}  // namespace referee::handins
