#include "referee/handins/class_folder.hpp"

#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "games/user_error.hpp"
#include "referee/core/base/start_thread.hpp"
#include "referee/core/bots/sight.hpp"
#include "referee/handins/hand_in.hpp"
#include "referee/handins/newest.hpp"
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

/// Prepares hand-ins in several threads.
class Preparing {
public:
    Preparing(const std::vector<HandIn>& hand_ins, const BotsFolder& bots, std::shared_ptr<const Sandbox> sandbox,
              int stop_fd)
        : hand_ins_(hand_ins),
          bots_(bots),
          sandbox_(std::move(sandbox)),
          stop_fd_(stop_fd),
          outcomes_(hand_ins.size()) {}

    /// The outcomes in the order of the hand-ins; incomplete if stopped().
    const std::vector<Outcome>& run(int jobs) {
        {
            std::vector<std::jthread> threads;
            try {
                for (int job = 0; job < jobs; ++job)
                    threads.push_back(start_thread("preparing the hand-ins (use fewer --jobs)", [this] { work(); }));
            } catch (...) {
                stopped_ = true;  // otherwise the running threads would first prepare all hand-ins
                throw;
            }
        }
        if (error_) std::rethrow_exception(error_);
        return outcomes_;
    }
    bool stopped() const { return stopped_; }

private:
    void work() {
        try {
            Workshop workshop(sandbox_, std::nullopt, stop_fd_);
            for (std::size_t next = next_++; next < hand_ins_.size() && !stopped_; next = next_++) {
                outcomes_[next] = prepare_hand_in(hand_ins_[next], bots_, workshop);
                if (outcomes_[next].kind == Outcome::Kind::stopped) stopped_ = true;
            }
        } catch (...) {
            const std::lock_guard lock(access_);
            if (!error_) error_ = std::current_exception();
            stopped_ = true;
        }
    }

    const std::vector<HandIn>& hand_ins_;
    const BotsFolder& bots_;
    std::shared_ptr<const Sandbox> sandbox_;
    int stop_fd_;
    std::vector<Outcome> outcomes_;
    std::atomic<std::size_t> next_{0};
    std::atomic<bool> stopped_{false};
    std::mutex access_;
    std::exception_ptr error_;
};

/// Tells each line of a few; of many, only their number.
void tell_some(const std::vector<std::string>& lines, std::string_view what, const Workplace& place) {
    constexpr std::size_t few = 3;
    if (lines.size() > few) return place.tell(fmt::format("{} {}", lines.size(), what));
    for (const std::string& line : lines)
        place.tell(line);
}

/// Tells the first lines of many, and the number of the others.
void tell_first(std::vector<std::string> lines, std::string_view what, const Workplace& place) {
    constexpr std::size_t few = 3;
    if (lines.size() > few) {
        lines[few] = fmt::format("{} more {}", lines.size() - few, what);
        lines.resize(few + 1);
    }
    for (const std::string& line : lines)
        place.tell(line);
}

/// Tells the teacher, and nobody else, which students have handed in the same.
void tell_copies(const std::vector<HandIn>& hand_ins, const std::vector<Outcome>& outcomes, Sorting& sorting,
                 const Workplace& place) {
    std::vector<Likeness> likeness;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < hand_ins.size(); ++i) {
        likeness.push_back(outcomes[i].likeness);
        names.push_back(hand_ins[i].student->entrant());
    }
    const std::vector<Copies> groups = copies_among(likeness);
    std::vector<std::string> told;
    for (const Copies& group : groups) {
        for (const std::size_t member : group.members)
            for (const Entry& entry : hand_ins[member].entries)
                sorting.set_same_as(entry.name.person, others_of(groups, member, names));
        told.push_back(text_of(group, names));
    }
    tell_some(told, "groups of hand-ins are the same: hand_ins.csv says whose, and how far", place);
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
                                           HandInRecord record, const VersionsOf& versions_of) {
    PreparedClass prepared{std::move(list), {}, {}, {}, {}, nullptr};
    std::vector<Student>& students = prepared.list.students;
    tell_first(prepared.list.notes, "remarks about the list of students", place);
    prepared.hand_ins = std::move(record);
    Sorting sorting = sorted_hand_ins(folders, students, prepared.hand_ins);
    std::vector<HandIn>& hand_ins = sorting.hand_ins;
    take_away(students, prepared.hand_ins, place);
    sorting.end_decisions(prepared.hand_ins.decisions, place);
    const auto stays = [](const PersonLine& line) { return line.state.starts_with(state_stays); };
    if (hand_ins.empty() && std::ranges::none_of(sorting.lines, stays)) {
        static_cast<void>(write_table(folders, sorting, prepared.list.separator, place));
        throw UserError(
            fmt::format("--bots: no file or folder in '{}' belongs to a student of the list", folders.hand_ins));
    }
    KnownFiles known = KnownFiles::shipped();
    known.add_driver(prepared.hand_ins.driver);
    const char* const what_entrant = has_teams(students) ? "team" : "student";
    std::vector<std::string> choices;  // of the newest of several hand-ins
    for (HandIn& hand_in : hand_ins) {
        const std::vector<Entry> all = hand_in.entries;
        hand_in.known = &known;
        if (!prepared.hand_ins.driver.name.empty()) hand_in.driver = &prepared.hand_ins.driver;
        if (std::string told = keep_what_counts(hand_in); !told.empty() && !hand_in.is_older)
            choices.push_back(std::move(told));
        for (const Entry& entry : all)
            if (std::ranges::find(hand_in.entries, entry.name.person, person_of) == hand_in.entries.end() &&
                std::ranges::find(hand_in.copies, entry.name.person) == hand_in.copies.end())
                sorting.set_state(entry.name.person, "is not the newest", "");
        set_folders(students, hand_in, all);
        if (hand_in.is_older)
            for (const Entry& entry : all)
                sorting.set_state(entry.name.person, "is not the newest", "");
        const std::string& entrant = hand_in.student->entrant();
        const Versions versions = versions_of ? versions_of(*hand_in.student) : Versions{"", entrant};
        hand_in.newest = versions.newest;
        hand_in.folder = versions.next;
    }
    tell_some(choices, fmt::format("{}s have several hand-ins: the newest of each counts", what_entrant), place);
    std::erase_if(hand_ins, [](const HandIn& hand_in) { return hand_in.is_older; });
    const auto opened = std::make_shared<const BotsFolder>(BotsFolder{folders.bots, open_bots_folder(folders.bots)});
    const BotsFolder& bots = *opened;
    prepared.lock = opened;
    const std::size_t entrants = entrants_of(students).size();
    place.tell(fmt::format("preparing the hand-ins of {} of {}", hand_ins.size(), plural(entrants, what_entrant)));
    Preparing preparing(hand_ins, bots, place.sandbox, place.stop_fd);
    const auto& outcomes = preparing.run(std::max(1, std::min(place.jobs, static_cast<int>(hand_ins.size()))));
    if (preparing.stopped()) return std::nullopt;
    refuse_missing_programs(hand_ins, outcomes, sorting,
                            [&] { static_cast<void>(write_table(folders, sorting, prepared.list.separator, place)); });
    std::size_t unchanged = 0;
    std::vector<std::string> taken;  // which of several files of a hand-in
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const auto& [kind, what, output, choice, reached_limit, likeness] = outcomes[i];
        const auto number = static_cast<std::size_t>(hand_ins[i].student - students.data());
        const std::string& name = students[number].entrant();
        for (Student& member : students) {
            if (member.entrant() != name) continue;
            member.remark = choice;
            if (kind != Outcome::Kind::refused) member.build_output = output;
        }
        if (kind == Outcome::Kind::unchanged || kind == Outcome::Kind::played) ++unchanged;
        if (kind == Outcome::Kind::unchanged || kind == Outcome::Kind::prepared)
            prepared.fresh.push_back({number, hand_ins[i].folder});
        if (kind == Outcome::Kind::refused) {
            prepared.left_out.push_back({name, what, "", output});
            for (const Entry& entry : hand_ins[i].entries)
                sorting.set_state(entry.name.person, state_refused, what);
        }
        if (kind != Outcome::Kind::refused && !choice.empty())
            for (const Entry& entry : hand_ins[i].entries)
                sorting.set_why(entry.name.person, choice);
        if (kind == Outcome::Kind::prepared && !choice.empty()) taken.push_back(fmt::format("'{}': {}", name, choice));
    }
    tell_some(taken, "hand-ins have files of several names or tries: hand_ins.csv says which was taken", place);
    if (unchanged > 0) place.tell(unchanged == 1 ? "1 is unchanged" : fmt::format("{} are unchanged", unchanged));
    std::ranges::move(sorting.left_out, std::back_inserter(prepared.left_out));
    tell_copies(hand_ins, outcomes, sorting, place);
    prepared.table = write_table(folders, sorting, prepared.list.separator, place);
    if (versions_of) return prepared;
    for (const std::string& name : bots.folder.names().value_or(std::vector<std::string>())) {
        const auto is_this = [&](const HandIn& hand_in) { return hand_in.student->entrant() == name; };
        if (std::ranges::none_of(hand_ins, is_this)) bots.folder.remove_all(name);
    }
    return prepared;
}

}  // namespace referee::handins
