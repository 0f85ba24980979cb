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
#include <map>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include "games/user_error.hpp"
#include "referee/core/base/file_identity.hpp"
#include "referee/core/base/start_thread.hpp"
#include "referee/core/bots/found.hpp"
#include "referee/core/bots/sight.hpp"
#include "referee/handins/hand_in.hpp"

namespace referee::handins {

namespace {

namespace fs = std::filesystem;
using games::UserError;

constexpr const char* what_folder = "folder of prepared hand-ins";

std::string plural(std::size_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

/// The hand-ins in the order of the students. Entries that belong to nobody are added to `left_out`.
std::vector<HandIn> hand_ins_in(const std::string& folder, const std::vector<std::string>& paths,
                                const std::vector<Student>& students, std::vector<LeftOut>& left_out,
                                const Workplace& place) {
    constexpr std::size_t max_suggestions = 20;  // each is compared with all names
    const StudentFinder finder(students);
    std::map<const Student*, std::vector<Entry>> found;
    for (const std::string& path : paths) {
        const std::string_view name = file_name(path);
        if (is_clutter(name)) continue;
        const EntryName entry = parse_entry_name(name);
        if (const auto [student, is_guess] = finder.student_of(entry); student != nullptr) {
            found[student].push_back({path, entry});
            if (is_guess)
                place.tell(
                    fmt::format("'{}' has a part of the name of '{}', and is taken for a hand-in of this student", name,
                                student->name));
            continue;
        }
        const Student* nearest = left_out.size() < max_suggestions ? finder.nearest_student(entry) : nullptr;
        left_out.push_back(
            {std::string(name), "it belongs to none of the students, or to several" +
                                    (nearest == nullptr ? "" : fmt::format("; did you mean '{}'?", nearest->name))});
    }
    std::vector<HandIn> hand_ins;
    for (const Student& student : students)
        if (const auto entries = found.find(&student); entries != found.end())
            hand_ins.push_back({&student, std::move(entries->second)});
    if (hand_ins.empty())
        throw UserError(fmt::format("--bots: no file or folder in '{}' belongs to a student of the list", folder));
    return hand_ins;
}

/// Keeps the entries that make up the hand-in: the newest one, with the files that Moodle has written beside it. If
/// Moodle has two persons of this name, all are kept, so that the hand-in is refused.
void keep_what_counts(HandIn& hand_in, const Workplace& place) {
    auto& entries = hand_in.entries;
    if (std::ranges::any_of(entries, [](const Entry& entry) { return !entry.name.online_text; }))
        std::erase_if(entries, [](const Entry& entry) { return entry.name.online_text; });
    const auto is_moodle_file = [](const Entry& entry) {
        std::error_code error;
        return entry.name.from_moodle && fs::is_regular_file(entry.path, error);
    };
    std::set<std::string_view> persons;
    for (const Entry& entry : entries)
        if (entry.name.from_moodle) persons.insert(entry.name.student);
    if (persons.size() > 1) {
        std::erase_if(entries, [](const Entry& entry) { return !entry.name.from_moodle; });
        return;
    }
    const Entry newest =
        *std::ranges::max_element(entries, {}, [](const Entry& entry) { return identity_of(entry.path).modified_ns; });
    const std::size_t older = std::erase_if(entries, [&](const Entry& entry) {
        return entry.path != newest.path && !(is_moodle_file(newest) && is_moodle_file(entry));
    });
    if (older > 0)
        place.tell(fmt::format("'{}' has {} hand-ins: the newest, '{}', counts", hand_in.student->name,
                               older + entries.size(), file_name(newest.path)));
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

/// A missing compiler is the teacher's concern, and not that of the students.
void refuse_missing_programs(const std::vector<HandIn>& hand_ins, const std::vector<Outcome>& outcomes) {
    std::map<std::string, std::vector<std::string>> missing;
    for (std::size_t i = 0; i < outcomes.size(); ++i)
        if (outcomes[i].kind == Outcome::Kind::lacks_program)
            missing[outcomes[i].what].push_back(hand_ins[i].student->name);
    if (missing.empty()) return;
    std::string all;
    for (const auto& [program, students] : missing)
        all += fmt::format("{}'{}' ({}{})", all.empty() ? "" : ", ", program, students.front(),
                           students.size() == 1 ? "" : fmt::format(" and {}", plural(students.size() - 1, "other")));
    throw UserError(
        fmt::format("hand-ins need programs that are not in {}: {}; install them, or move these hand-ins "
                    "elsewhere",
                    sandbox_path, all));
}

}  // namespace

std::string bots_folder_beside(const std::string& db) {
    constexpr std::string_view suffix = ".db";
    return db.ends_with(suffix) ? db.substr(0, db.size() - suffix.size()) + ".bots" : db + "-bots";
}

void remove_bots_folder(const std::string& path) {
    try {
        const auto folder = OwnFolder::take(path, what_folder, OwnFolder::Writers::only_this_user);
        if (folder && ::flock(folder->fd().get(), LOCK_EX | LOCK_NB) == 0) folder->remove_itself();
    } catch (const UserError&) {  // it is not this user's alone
    }
}

std::optional<PreparedClass> prepare_class(StudentList list, const ClassFolders& folders, const Workplace& place,
                                           const VersionsOf& versions_of) {
    PreparedClass prepared{std::move(list), {}, {}, nullptr};
    std::vector<Student>& students = prepared.list.students;
    std::error_code error;
    std::vector<std::string> paths;
    for (const fs::path& path : entries_of(folders.hand_ins, error))
        paths.push_back(path);
    if (error)
        throw UserError(fmt::format("folder of hand-ins '{}' can't be read: {}", folders.hand_ins, error.message()));
    std::vector<LeftOut> of_nobody;
    std::vector<HandIn> hand_ins = hand_ins_in(folders.hand_ins, paths, students, of_nobody, place);
    for (HandIn& hand_in : hand_ins) {
        keep_what_counts(hand_in, place);
        const Versions versions = versions_of ? versions_of(*hand_in.student) : Versions{"", hand_in.student->name};
        hand_in.newest = versions.newest;
        hand_in.folder = versions.next;
    }
    const auto opened = std::make_shared<const BotsFolder>(BotsFolder{folders.bots, open_bots_folder(folders.bots)});
    const BotsFolder& bots = *opened;
    prepared.lock = opened;
    place.tell(fmt::format("preparing the hand-ins of {} of {}", hand_ins.size(), plural(students.size(), "student")));
    Preparing preparing(hand_ins, bots, place.sandbox, place.stop_fd);
    const auto& outcomes = preparing.run(std::max(1, std::min(place.jobs, static_cast<int>(hand_ins.size()))));
    if (preparing.stopped()) return std::nullopt;
    refuse_missing_programs(hand_ins, outcomes);
    std::size_t unchanged = 0;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const auto& [kind, what, output, choice, reached_limit] = outcomes[i];
        const auto number = static_cast<std::size_t>(hand_ins[i].student - students.data());
        Student& student = students[number];
        const std::string& name = student.name;
        student.handed_in = feedback_folder(hand_ins[i].entries.front().name);
        student.remark = choice;
        if (kind != Outcome::Kind::refused) student.build_output = output;
        if (kind == Outcome::Kind::unchanged || kind == Outcome::Kind::played) ++unchanged;
        if (kind == Outcome::Kind::unchanged || kind == Outcome::Kind::prepared)
            prepared.fresh.push_back({number, hand_ins[i].folder});
        if (kind == Outcome::Kind::refused) prepared.left_out.push_back({name, what, "", output});
        if (kind == Outcome::Kind::prepared && !choice.empty()) place.tell(fmt::format("'{}': {}", name, choice));
    }
    if (unchanged > 0) place.tell(unchanged == 1 ? "1 is unchanged" : fmt::format("{} are unchanged", unchanged));
    std::ranges::move(of_nobody, std::back_inserter(prepared.left_out));
    if (versions_of) return prepared;
    for (const std::string& name : bots.folder.names().value_or(std::vector<std::string>())) {
        const auto is_this = [&](const HandIn& hand_in) { return hand_in.student->name == name; };
        if (std::ranges::none_of(hand_ins, is_this)) bots.folder.remove_all(name);
    }
    return prepared;
}

}  // namespace referee::handins
