#include "referee/handins/class_folder.hpp"

#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <functional>
#include <map>
#include <utility>

#include "games/user_error.hpp"
#include "referee/core/bots/sight.hpp"
#include "referee/handins/hand_in.hpp"
#include "referee/handins/newest.hpp"
#include "referee/handins/notices.hpp"
#include "referee/handins/preparing.hpp"
#include "referee/handins/sorting.hpp"
#include "referee/handins/teams.hpp"

namespace referee::handins {

namespace {

namespace fs = std::filesystem;
using games::UserError;

constexpr const char* what_folder = "folder of prepared hand-ins";
constexpr const char* state_waits = "waits for a program";

std::string plural(std::size_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

/// Opens the folder of bots for this process alone, and refuses one that contains anything else.
OwnFolder open_bots_folder(const std::string& path) {
    OwnFolder folder = OwnFolder::make(path, what_folder);
    const auto unusable = [&](const char* why) {
        return UserError(fmt::format("{} '{}' can't be used: {}", what_folder, path, why));
    };
    if (::flock(folder.fd().get(), LOCK_EX | LOCK_NB) != 0)
        throw unusable(errno == EWOULDBLOCK ? "another referee prepares it" : std::strerror(errno));
    const auto names = folder.names().value_or(std::vector<std::string>());
    for (const std::string& name : names) {
        struct stat record {};
        if (!name.starts_with(unfinished) &&
            ::fstatat(folder.fd().get(), (name + "/" + record_of_hand_in).c_str(), &record, 0) != 0)
            throw UserError(
                fmt::format("'{}/{}' is no prepared hand-in: give another --db, or move it elsewhere", path, name));
    }
    if (::fchmod(folder.fd().get(), S_IRWXU) != 0) throw unusable(std::strerror(errno));
    for (const std::string& name : names)
        if (name.starts_with(unfinished)) folder.remove_all(name);
    return folder;
}

const std::string& person_of(const Entry& entry) {
    return entry.name.person;
}

/// Adds to the table which students have handed in the same. Returns a line for each group of which one is new: it is
/// told to the teacher, and to nobody else.
std::vector<std::string> note_copies(const std::vector<HandIn>& hand_ins, const std::vector<Outcome>& outcomes,
                                     Sorting& sorting, bool is_change) {
    std::vector<Likeness> likeness;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < hand_ins.size(); ++i) {
        likeness.push_back(outcomes[i].likeness);
        names.push_back(hand_ins[i].student->entrant());
    }
    const std::vector<Copies> groups = copies_among(likeness);
    std::vector<std::string> told;
    for (const Copies& group : groups) {
        bool is_new = false;
        for (const std::size_t member : group.members) {
            const auto kind = outcomes[member].kind;
            is_new = is_new || !is_change || kind == Outcome::Kind::prepared || kind == Outcome::Kind::unchanged;
            for (const Entry& entry : hand_ins[member].entries)
                sorting.set_same_as(entry.name.person, others_of(groups, member, names));
        }
        if (is_new) told.push_back(text_of(group, names));
    }
    return told;
}

/// Sets the folders of the members of a team, or of a student, in which the platform expects feedback: those of what
/// they have handed in themselves, or else that of the hand-in that counts. `all`: the entries of all of them.
void set_folders(std::vector<Student>& students, const HandIn& hand_in, const std::vector<Entry>& all) {
    for (Student& member : students) {
        if (member.entrant() != hand_in.student->entrant()) continue;
        const auto is_own = [&](const Entry& entry) {
            return entry.student == &member && entry.found_by != FoundBy::team && !member.team.empty();
        };
        auto own = std::ranges::find_if(hand_in.entries, is_own);
        const bool counts = own != hand_in.entries.end();
        if (const auto other = std::ranges::find_if(all, is_own); !counts && other != all.end()) {
            member.handed_in = feedback_folder(other->name);
        } else {
            member.handed_in = feedback_folder(counts ? own->name : hand_in.entries.front().name);
        }
    }
}

/// A missing compiler is the teacher's concern, and not that of the students. The table tells whose hand-ins need it.
void refuse_missing_programs(const std::vector<HandIn>& hand_ins, const std::vector<Outcome>& outcomes,
                             Sorting& sorting, const std::function<void()>& write) {
    std::map<std::string, std::vector<std::string>> missing;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        if (outcomes[i].kind == Outcome::Kind::refused)
            for (const Entry& entry : hand_ins[i].entries)
                sorting.set_state(entry.name.person, state_refused, outcomes[i].what);
        if (outcomes[i].kind != Outcome::Kind::lacks_program) continue;
        missing[outcomes[i].what].push_back(hand_ins[i].student->entrant());
        for (const Entry& entry : hand_ins[i].entries)
            sorting.set_state(entry.name.person, state_waits, fmt::format("this machine lacks '{}'", outcomes[i].what));
    }
    if (missing.empty()) return;
    write();
    std::string all;
    bool more = false;
    for (const auto& [program, students] : missing) {
        more = more || students.size() > 1;
        all += fmt::format("{}'{}' ({}{})", all.empty() ? "" : ", ", program, students.front(),
                           students.size() == 1 ? "" : fmt::format(" and {}", plural(students.size() - 1, "other")));
    }
    throw UserError(
        fmt::format("hand-ins need programs that are not in {}: {}; install them, or move these hand-ins "
                    "elsewhere{}",
                    sandbox_path, all, more ? "; hand_ins.csv names all" : ""));
}

/// Finds out which of the entries of each hand-in count, and where its bot is made. The others get their state in the
/// table. Returns a line for each hand-in of which the newest of several counts.
std::vector<std::string> choose_what_counts(Sorting& sorting, std::vector<Student>& students,
                                            const VersionsOf& versions_of) {
    std::vector<std::string> choices;
    for (HandIn& hand_in : sorting.hand_ins) {
        const std::vector<Entry> all = hand_in.entries;
        if (std::string told = keep_what_counts(hand_in); !told.empty() && !hand_in.is_older)
            choices.push_back(std::move(told));
        for (const Entry& entry : all) {
            const bool counts =
                std::ranges::find(hand_in.entries, entry.name.person, person_of) != hand_in.entries.end();
            const bool is_copy = std::ranges::find(hand_in.copies, entry.name.person) != hand_in.copies.end();
            if (hand_in.is_older || (!counts && !is_copy))
                sorting.set_state(entry.name.person, "is not the newest", "");
        }
        set_folders(students, hand_in, all);
        const std::string& entrant = hand_in.student->entrant();
        const Versions versions = versions_of ? versions_of(*hand_in.student) : Versions{"", entrant};
        hand_in.newest = versions.newest;
        hand_in.folder = versions.next;
    }
    std::erase_if(sorting.hand_ins, [](const HandIn& hand_in) { return hand_in.is_older; });
    return choices;
}

/// Adds what became of each hand-in to the class and to the table. Returns a line for each hand-in of which some files
/// were taken, and others not.
std::vector<std::string> take_outcomes(const std::vector<Outcome>& outcomes, Sorting& sorting,
                                       PreparedClass& prepared) {
    using Kind = Outcome::Kind;
    std::vector<Student>& students = prepared.list.students;
    std::vector<std::string> taken;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const HandIn& hand_in = sorting.hand_ins[i];
        const Outcome& outcome = outcomes[i];
        const auto number = static_cast<std::size_t>(hand_in.student - students.data());
        const std::string& name = students[number].entrant();
        const bool is_refused = outcome.kind == Kind::refused;
        for (Student& member : students) {
            if (member.entrant() != name) continue;
            member.remark = outcome.choice;
            member.is_newest_version = outcome.kind == Kind::played;
            if (!is_refused) member.build_output = outcome.output;
        }
        if (outcome.kind == Kind::unchanged || outcome.kind == Kind::prepared)
            prepared.fresh.push_back({number, hand_in.folder});
        if (is_refused) prepared.left_out.push_back({name, outcome.what, "", outcome.output});
        for (const Entry& entry : hand_in.entries) {
            if (is_refused) sorting.set_state(entry.name.person, state_refused, outcome.what);
            if (!is_refused && !outcome.choice.empty()) sorting.set_why(entry.name.person, outcome.choice);
        }
        if (outcome.kind == Kind::prepared && !outcome.choice.empty())
            taken.push_back(fmt::format("'{}': {}", name, outcome.choice));
    }
    return taken;
}

}  // namespace

std::string bots_folder_beside(const std::string& db) {
    constexpr std::string_view suffix = ".db";
    return db.ends_with(suffix) ? db.substr(0, db.size() - suffix.size()) + ".bots" : db + "-bots";
}

std::string hand_ins_beside(const std::string& db) {
    return (fs::path(db).parent_path() / "hand_ins.csv").string();
}

void remove_bots_folder(const std::string& path) {
    try {
        const auto folder = OwnFolder::take(path, what_folder, OwnFolder::Writers::only_this_user);
        if (folder && ::flock(folder->fd().get(), LOCK_EX | LOCK_NB) == 0) folder->remove_itself();
    } catch (const UserError&) {  // it is not this user's alone
    }
}

std::optional<PreparedClass> prepare_class(StudentList list, const ClassFolders& folders, const Workplace& place,
                                           HandInRecord record, const FindVersions& find_versions) {
    PreparedClass prepared{std::move(list), {}, {}, {}, {}, nullptr};
    std::vector<Student>& students = prepared.list.students;
    const char* const what_entrant = has_teams(students) ? "team" : "student";
    Notices notices;
    notices.add(prepared.list.notes, "remarks about the list of students", true);
    prepared.hand_ins = std::move(record);
    Sorting sorting = sorted_hand_ins(folders, students, prepared.hand_ins);
    std::vector<HandIn>& hand_ins = sorting.hand_ins;
    const auto write = [&] { return write_table(folders, sorting, prepared.list.separator, place); };
    notices.add(take_away(students, prepared.hand_ins),
                "hand-ins are not those of their students any more: annul their bots");
    notices.add(sorting.end_decisions(prepared.hand_ins.decisions),
                "decisions about teams end: hand_ins.csv says whose");
    const auto stays = [](const PersonLine& line) { return line.state.starts_with(state_stays); };
    if (hand_ins.empty() && std::ranges::none_of(sorting.lines, stays)) {
        notices.tell(place.tell);
        static_cast<void>(write());
        throw UserError(
            fmt::format("--bots: no file or folder in '{}' belongs to a student of the list", folders.hand_ins));
    }
    const auto opened = std::make_shared<const BotsFolder>(BotsFolder{folders.bots, open_bots_folder(folders.bots)});
    const BotsFolder& bots = *opened;
    prepared.lock = opened;
    const VersionsOf versions_of = find_versions ? find_versions() : VersionsOf();
    notices.add(choose_what_counts(sorting, students, versions_of),
                fmt::format("{}s have several hand-ins: the newest of each counts", what_entrant));
    notices.tell(place.tell);
    KnownFiles known = KnownFiles::shipped();
    known.add_driver(prepared.hand_ins.driver);
    for (HandIn& hand_in : hand_ins) {
        hand_in.known = &known;
        if (!prepared.hand_ins.driver.name.empty()) hand_in.driver = &prepared.hand_ins.driver;
    }
    place.tell(fmt::format("preparing the hand-ins of {} of {}", hand_ins.size(),
                           plural(entrants_of(students).size(), what_entrant)));
    const auto outcomes = prepare_all(hand_ins, bots, place);
    if (!outcomes) return std::nullopt;
    refuse_missing_programs(hand_ins, *outcomes, sorting, [&] { static_cast<void>(write()); });
    notices.add(take_outcomes(*outcomes, sorting, prepared),
                "hand-ins have files of several names or tries: hand_ins.csv says which was taken");
    const auto is_unchanged = [](const Outcome& one) {
        return one.kind == Outcome::Kind::unchanged || one.kind == Outcome::Kind::played;
    };
    if (const auto unchanged = std::ranges::count_if(*outcomes, is_unchanged); unchanged > 0)
        notices.add({unchanged == 1 ? "1 is unchanged" : fmt::format("{} are unchanged", unchanged)}, "");
    std::ranges::move(sorting.left_out, std::back_inserter(prepared.left_out));
    notices.add(note_copies(hand_ins, *outcomes, sorting, static_cast<bool>(versions_of)),
                "groups of hand-ins are the same: hand_ins.csv says whose, and how far");
    notices.tell(place.tell);
    prepared.table = write();
    if (versions_of) return prepared;
    for (const std::string& name : bots.folder.names().value_or(std::vector<std::string>())) {
        const auto is_this = [&](const HandIn& hand_in) { return hand_in.student->entrant() == name; };
        if (std::ranges::none_of(hand_ins, is_this)) bots.folder.remove_all(name);
    }
    return prepared;
}

}  // namespace referee::handins
