#include "referee/handins/class_folder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <boost/regex.hpp>
#include <cerrno>
#include <cstring>
#include <ctime>
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
#include "referee/core/base/output.hpp"
#include "referee/core/base/start_thread.hpp"
#include "referee/core/base/text_file.hpp"
#include "referee/core/bots/found.hpp"
#include "referee/core/bots/sight.hpp"
#include "referee/handins/hand_in.hpp"
#include "referee/handins/matching.hpp"
#include "referee/handins/platform_forms.hpp"

namespace referee::handins {

namespace {

namespace fs = std::filesystem;
using games::UserError;

constexpr const char* what_folder = "folder of prepared hand-ins";

std::string plural(std::size_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

/// The entries of a folder of hand-ins, but for hidden ones.
struct FolderEntries {
    std::vector<std::string> paths;
    std::vector<EntryFile> files;
    std::vector<EntryName> names;
};

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
    for (const fs::path& path : entries_of(folder, error)) {
        const std::string name(file_name(path.native()));
        if (is_clutter(name)) continue;
        std::error_code ignored;
        entries.paths.push_back(path);
        entries.files.push_back({name, fs::is_directory(path, ignored)});
        if (name == gradescope_metadata) metadata = read_metadata(path);
    }
    if (error) throw UserError(fmt::format("folder of hand-ins '{}' can't be read: {}", folder, error.message()));
    entries.names = read_entry_names(entries.files, students, metadata);
    const auto has_owner = [&](const EntryName& name) { return finder.owner_of(name).student != nullptr; };
    if (levels == 0 || std::ranges::any_of(entries.names, has_owner)) return entries;
    std::vector<std::string> inside;  // the folders with hand-ins of students
    FolderEntries found;
    for (std::size_t i = 0; i < entries.paths.size(); ++i) {
        if (!entries.files[i].is_folder || !entries.names[i].platform.empty()) continue;
        FolderEntries below = read_folder(entries.paths[i], students, finder, levels - 1);
        if (!std::ranges::any_of(below.names, has_owner)) continue;
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

/// Sorts the entries of a folder by their owners.
class Sorting {
public:
    Sorting(const std::string& folder, const std::vector<Student>& students)
        : folder_(folder), students_(students), finder_(students), entries_(read_folder(folder, students, finder_)) {
        for (const EntryName& name : entries_.names)
            found_.push_back(finder_.owner_of(name));
        sort({});
    }

    /// Takes the teacher's decisions into account.
    void sort(const std::vector<Decision>& decisions) {
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
            Owner owner = found_[i];
            if (owner.found_by == FoundBy::name && !entries_.names[i].platform.empty() &&
                identified.contains(owner.student))
                owner = {.suggestion = owner.student,
                         .why_not = "another person is this student, and has the same name"};
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

    void set_state(const std::string& person, const std::string& state, const std::string& why) {
        const auto line = std::ranges::find(lines, harmless(person), &PersonLine::person);
        line->state = state;
        line->why = harmless(why);
    }

    std::vector<PersonLine> lines;  ///< of hand_ins.csv
    std::vector<HandIn> hand_ins;   ///< in the order of the students
    std::vector<Unowned> unowned;
    std::vector<LeftOut> left_out;  ///< the entries without an owner

private:
    /// The students of whom a platform has identified a person, so another one of the same name is somebody else.
    [[nodiscard]] std::set<const Student*> students_with_identified_persons() const {
        std::set<const Student*> students;
        for (std::size_t i = 0; i < found_.size(); ++i)
            if (found_[i].student != nullptr && found_[i].found_by != FoundBy::name &&
                !entries_.names[i].platform.empty())
                students.insert(found_[i].student);
        return students;
    }

    /// Adds a few suggestions to the reasons why entries are left out. The table has all of them.
    void add_suggestions() {
        constexpr std::ptrdiff_t few = 6;
        const auto has_suggestion = [](const Unowned& one) { return !one.suggestion.empty(); };
        if (std::ranges::count_if(unowned, has_suggestion) > few) return;
        for (std::size_t i = 0; i < unowned.size(); ++i)
            if (has_suggestion(unowned[i]))
                left_out[i].reason += fmt::format("; did you mean '{}'?", unowned[i].suggestion);
    }

    void add(std::size_t entry, const std::string& person, const Owner& owner) {
        const std::string file = harmless(entries_.files[entry].name);
        auto line = std::ranges::find(lines, person, &PersonLine::person);
        if (line == lines.end()) line = lines.insert(lines.end(), {.person = person});
        line->entries += (line->entries.empty() ? "" : ", ") + file;
        line->handed_in = std::max(line->handed_in, time_of(entries_.paths[entry], entries_.names[entry]));
        line->found_by = owner.found_by == FoundBy::nothing ? "" : name_of(owner.found_by);
        if (owner.student != nullptr) {
            line->student = owner.student->name;
            line->state = "counts";
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

    std::string folder_;
    const std::vector<Student>& students_;
    StudentFinder finder_;
    FolderEntries entries_;
    std::vector<Owner> found_;
};

/// Whose the hand-ins in a folder are, with the teacher's decisions.
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

/// Writes hand_ins.csv, and says what the teacher has to decide there.
void write_table(const ClassFolders& folders, const Sorting& sorting, char separator, const Workplace& place) {
    if (folders.table.empty()) return;
    const std::string table = write_hand_ins(folders.table, sorting.lines, separator, !folders.owners.empty());
    if (table != folders.table)
        place.tell(
            fmt::format("'{}' was changed, and stays as it is; the present table is '{}'", folders.table, table));
    if (sorting.unowned.empty()) return;
    const bool suggests =
        std::ranges::any_of(sorting.unowned, [](const Unowned& one) { return !one.suggestion.empty(); });
    place.tell(
        fmt::format("{}: write the right student, or nobody, into '{}', and give it back with --hand-ins {}{}",
                    unowned_text(sorting.unowned.size()), table, table,
                    suggests && table == folders.table ? "; --hand-ins suggested takes all suggestions in it" : ""));
}

/// Takes hand-ins away from the students whose they are not any more by the teacher's decisions.
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

/// Whether persons of a platform have the name of one student, so nobody knows which of them is the student.
bool has_several_persons(const HandIn& hand_in) {
    std::set<std::string> persons;
    for (const Entry& entry : hand_in.entries)
        if (entry.found_by == FoundBy::name && !entry.name.platform.empty()) persons.insert(entry.name.person);
    return persons.size() > 1;
}

/// What was handed in at once: entries that lie side by side, or one entry.
struct Attempt {
    std::vector<Entry> entries{};
    std::uint64_t number = 0;      ///< grows from attempt to attempt, see EntryName
    std::int64_t modified_ns = 0;  ///< the newest time of its files
};

std::vector<Attempt> attempts_of(const HandIn& hand_in) {
    std::map<std::pair<std::string, std::string>, Attempt> attempts;
    for (const Entry& entry : hand_in.entries) {
        std::error_code error;
        const bool has_neighbours = entry.name.has_neighbours && fs::is_regular_file(entry.path, error);
        Attempt& attempt = attempts[{has_neighbours ? entry.name.person : entry.path, entry.name.batch}];
        attempt.entries.push_back(entry);
        attempt.number = entry.name.attempt;
        attempt.modified_ns = std::max(attempt.modified_ns, identity_of(entry.path).modified_ns);
    }
    std::vector<Attempt> all;
    for (auto& [key, attempt] : attempts)
        all.push_back(std::move(attempt));
    return all;
}

/// Of files that Canvas has stored one after the other under one name, keeps the last one under this name: "bot-1.py"
/// is a later "bot.py". Returns a sentence for the teacher if there were several.
std::string keep_latest_of_names(const std::string& student, std::vector<Entry>& entries) {
    static const boost::regex with_number(R"((.+)-\d{1,2}((?:\.[A-Za-z0-9]+)+))");
    std::map<std::string, Entry> latest;
    std::string told;
    for (const Entry& entry : entries) {
        if (entry.name.serial == 0) return {};
        Entry named = entry;
        boost::smatch match;
        if (boost::regex_match(entry.name.file, match, with_number)) named.name.file = match[1].str() + match[2].str();
        const auto [known, is_new] = latest.emplace(named.name.file, named);
        if (is_new) continue;
        if (named.name.serial > known->second.name.serial) known->second = named;
        told = fmt::format("'{}' has several files '{}': the last one, '{}', counts", student, named.name.file,
                           file_name(known->second.path));
    }
    entries.clear();
    for (auto& [name, entry] : latest)
        entries.push_back(std::move(entry));
    return told;
}

/// Keeps the entries that make up the hand-in: those of the newest attempt, by the number or the date in their names,
/// or else by the times of the files. If several persons may be the student, all are kept, so that the hand-in is
/// refused.
std::string keep_what_counts(HandIn& hand_in) {
    auto& entries = hand_in.entries;
    if (std::ranges::any_of(entries, [](const Entry& entry) { return !entry.name.online_text; }))
        std::erase_if(entries, [](const Entry& entry) { return entry.name.online_text; });
    if (has_several_persons(hand_in)) {
        std::erase_if(entries, [](const Entry& entry) { return entry.name.platform.empty(); });
        return {};
    }
    std::vector<Attempt> attempts = attempts_of(hand_in);
    if (attempts.size() == 1) return keep_latest_of_names(hand_in.student->name, entries);
    const auto is_numbered = [&](const Attempt& one) {
        return one.number > 0 && one.entries.front().name.platform == attempts.front().entries.front().name.platform;
    };
    const bool numbered = std::ranges::all_of(attempts, is_numbered);
    const auto newest = std::ranges::max_element(
        attempts, {}, [&](const Attempt& one) { return std::pair(numbered ? one.number : 0, one.modified_ns); });
    std::string told =
        fmt::format("'{}' has {} hand-ins: the newest{}, '{}', counts", hand_in.student->name, attempts.size(),
                    numbered ? "" : " by the times of the files", file_name(newest->entries.front().path));
    entries = std::move(newest->entries);
    static_cast<void>(keep_latest_of_names(hand_in.student->name, entries));
    return told;
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
    PreparedClass prepared{std::move(list), {}, {}, {}, nullptr};
    std::vector<Student>& students = prepared.list.students;
    for (const std::string& note : prepared.list.notes)
        place.tell(note);
    prepared.hand_ins = std::move(record);
    Sorting sorting = sorted_hand_ins(folders, students, prepared.hand_ins);
    std::vector<HandIn>& hand_ins = sorting.hand_ins;
    take_away(students, prepared.hand_ins.decisions, place);
    if (hand_ins.empty()) {
        write_table(folders, sorting, prepared.list.separator, place);
        throw UserError(
            fmt::format("--bots: no file or folder in '{}' belongs to a student of the list", folders.hand_ins));
    }
    std::vector<std::string> choices;  // of the newest of several hand-ins
    for (HandIn& hand_in : hand_ins) {
        const std::vector<Entry> all = hand_in.entries;
        if (!prepared.hand_ins.driver.name.empty()) hand_in.driver = &prepared.hand_ins.driver;
        if (std::string told = keep_what_counts(hand_in); !told.empty()) choices.push_back(std::move(told));
        for (const Entry& entry : all)
            if (std::ranges::find(hand_in.entries, entry.name.person, person_of) == hand_in.entries.end())
                sorting.set_state(entry.name.person, "is not the newest", "");
        const Versions versions = versions_of ? versions_of(*hand_in.student) : Versions{"", hand_in.student->name};
        hand_in.newest = versions.newest;
        hand_in.folder = versions.next;
    }
    constexpr std::size_t max_choices_told = 8;
    if (choices.size() > max_choices_told)
        choices = {
            fmt::format("{} students have several hand-ins: the newest counts; hand_ins.csv has all", choices.size())};
    for (const std::string& choice : choices)
        place.tell(choice);
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
        if (kind == Outcome::Kind::refused) {
            prepared.left_out.push_back({name, what, "", output});
            for (const Entry& entry : hand_ins[i].entries)
                sorting.set_state(entry.name.person, "refused", what);
        }
        if (kind == Outcome::Kind::prepared && !choice.empty()) place.tell(fmt::format("'{}': {}", name, choice));
    }
    if (unchanged > 0) place.tell(unchanged == 1 ? "1 is unchanged" : fmt::format("{} are unchanged", unchanged));
    std::ranges::move(sorting.left_out, std::back_inserter(prepared.left_out));
    write_table(folders, sorting, prepared.list.separator, place);
    if (versions_of) return prepared;
    for (const std::string& name : bots.folder.names().value_or(std::vector<std::string>())) {
        const auto is_this = [&](const HandIn& hand_in) { return hand_in.student->name == name; };
        if (std::ranges::none_of(hand_ins, is_this)) bots.folder.remove_all(name);
    }
    return prepared;
}

}  // namespace referee::handins
