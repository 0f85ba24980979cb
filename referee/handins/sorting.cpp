#include "referee/handins/sorting.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include "games/user_error.hpp"
#include "referee/core/base/file_identity.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/text_file.hpp"
#include "referee/core/bots/found.hpp"
#include "referee/handins/platform_forms.hpp"
#include "referee/handins/project.hpp"

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

/// Reads a folder. If nothing in it is a student's, but the entries of one of its folders are, as downloads have
/// folders around all hand-ins, that folder stands for it. `levels`: how many such folders there may be. Throws
/// games::UserError if there are several, or if a folder can't be read.
FolderEntries read_folder(const std::string& folder, const std::vector<Student>& students, const StudentFinder& finder,
                          int levels = 4) {
    FolderEntries entries;
    std::error_code error;
    std::string metadata;
    for (const std::filesystem::path& path : entries_of(folder, error)) {
        const std::string name(file_name(path.native()));
        if (is_clutter(name)) continue;
        std::error_code ignored;
        entries.paths.push_back(path);
        entries.files.push_back({name, std::filesystem::is_directory(path, ignored)});
        if (name == gradescope_metadata) metadata = read_metadata(path);
    }
    if (error) throw UserError(fmt::format("folder of hand-ins '{}' can't be read: {}", folder, error.message()));
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
    return inside.empty() ? std::move(entries) : std::move(found);
}

/// When somebody has handed in: the date in the name of the entry, or else the time of the file.
std::string time_of(const std::string& path, const EntryName& name) {
    constexpr std::uint64_t first_date = 19'000'000'000'000, minute = 100, hour = 100 * minute, day = 100 * hour;
    if (name.attempt >= first_date)
        return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}", name.attempt / (day * 10000),
                           name.attempt / (day * 100) % 100, name.attempt / day % 100, name.attempt / hour % 100,
                           name.attempt / minute % 100);
    const std::time_t seconds = identity_of(path).modified_ns / 1'000'000'000;
    std::tm local{};
    ::localtime_r(&seconds, &local);
    return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}", local.tm_year + 1900, local.tm_mon + 1, local.tm_mday,
                       local.tm_hour, local.tm_min);
}

constexpr const char* state_unowned = "has no owner";

}  // namespace

Sorting::Sorting(const std::string& folder, const std::vector<Student>& students)
    : students_(students), entries_(read_folder(folder, students, StudentFinder(students))) {
    sort({});
}

void Sorting::sort(const std::vector<Decision>& decisions) {
    lines.clear();
    hand_ins.clear();
    unowned.clear();
    left_out.clear();
    std::map<const Student*, std::vector<Entry>> of_students;
    const std::set<const Student*> identified = students_with_identified_persons();
    for (std::size_t i = 0; i < entries_.paths.size(); ++i) {
        if (entries_.names[i].of_platform) continue;
        const std::string person = harmless(entries_.names[i].person);
        const auto decision = std::ranges::find(decisions, person, &Decision::person);
        Owner owner = entries_.owners[i];
        if (owner.found_by == FoundBy::name && !entries_.names[i].platform.empty() &&
            identified.contains(owner.student))
            owner = {.suggestion = owner.student, .why_not = "another person is this student, and has the same name"};
        if (decision != decisions.end()) {
            const auto student = std::ranges::find(students_, decision->student, &Student::name);
            owner = {.student = student == students_.end() ? nullptr : &*student, .found_by = FoundBy::teacher};
        }
        if (owner.student != nullptr)
            of_students[owner.student].push_back({entries_.paths[i], entries_.names[i], owner.found_by});
        add(i, person, owner);
    }
    add_suggestions();
    for (const Student& student : students_)
        if (const auto found = of_students.find(&student); found != of_students.end())
            hand_ins.push_back({&student, std::move(found->second)});
}

void Sorting::set_state(const std::string& person, const std::string& state, const std::string& why) {
    const auto line = std::ranges::find(lines, harmless(person), &PersonLine::person);
    line->state = state;
    line->why = harmless(why);
}

void Sorting::set_same_as(const std::string& person, const std::string& others) {
    std::ranges::find(lines, harmless(person), &PersonLine::person)->same_as = harmless(others);
}

/// The students of whom a platform has identified a person, so another one of the same name is somebody else.
std::set<const Student*> Sorting::students_with_identified_persons() const {
    std::set<const Student*> students;
    for (std::size_t i = 0; i < entries_.owners.size(); ++i)
        if (entries_.owners[i].student != nullptr && entries_.owners[i].found_by != FoundBy::name &&
            !entries_.names[i].platform.empty())
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

void Sorting::add(std::size_t entry, const std::string& person, const Owner& owner) {
    const std::string file = harmless(entries_.files[entry].name);
    auto line = std::ranges::find(lines, person, &PersonLine::person);
    if (line == lines.end()) line = lines.insert(lines.end(), {.person = person});
    line->entries += (line->entries.empty() ? "" : ", ") + file;
    line->handed_in = std::max(line->handed_in, time_of(entries_.paths[entry], entries_.names[entry]));
    line->found_by = owner.found_by == FoundBy::nothing ? "" : name_of(owner.found_by);
    if (owner.student != nullptr) {
        line->student = owner.student->name;
        line->state = state_counts;
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
    sorting.sort(record.decisions);
    if (!folders.owners.empty()) {
        const bool takes_all = folders.owners == all_suggested;
        std::vector<Decision> suggested;
        if (takes_all) suggested = take_suggestions(folders.table, sorting.lines);
        add_decisions(record.decisions, read_decisions(takes_all ? folders.table : folders.owners, sorting.lines,
                                                       students, record.decisions));
        add_decisions(record.decisions, std::move(suggested));
        sorting.sort(record.decisions);
    }
    record.unowned = sorting.unowned;
    return sorting;
}

WrittenTable write_table(const ClassFolders& folders, const Sorting& sorting, char separator, const Workplace& place) {
    if (folders.table.empty()) return {};
    const std::string table = write_hand_ins(folders.table, sorting.lines, separator, !folders.owners.empty());
    if (table != folders.table)
        place.tell(fmt::format("'{}' stays as it is; the present table is '{}'", folders.table, table));
    WrittenTable written{table, sorting.lines, separator};
    if (sorting.unowned.empty()) return written;
    const bool suggests =
        std::ranges::any_of(sorting.unowned, [](const Unowned& one) { return !one.suggestion.empty(); });
    place.tell(
        fmt::format("{}: write the right student, or nobody, into '{}', and give it back with --hand-ins {}{}",
                    unowned_text(sorting.unowned.size()), table, table,
                    suggests && table == folders.table ? "; --hand-ins suggested takes all suggestions in it" : ""));
    return written;
}

void take_away(std::vector<Student>& students, const std::vector<Decision>& decisions, const Workplace& place) {
    for (const Decision& decision : decisions)
        for (Student& student : students) {
            const bool is_this = student.handed_in == decision.person ||
                                 student.handed_in.starts_with(decision.person + "_assignsubmission_");
            if (student.handed_in.empty() || decision.student == student.name || !is_this) continue;
            place.tell(
                fmt::format("the hand-in of '{0}' is not that of '{1}' any more: if its bot has played, 'annul {1}' "
                            "takes its games out of the figures",
                            decision.person, student.name));
            student.handed_in.clear();
            student.remark.clear();
            student.build_output.clear();
        }
}

}  // namespace referee::handins
