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
#include <nlohmann/json.hpp>
#include <system_error>
#include <thread>
#include <utility>

#include "games/user_error.hpp"
#include "protocol/json_text.hpp"
#include "referee/bots/bot_command.hpp"
#include "referee/bots/candidate.hpp"
#include "referee/bots/sight.hpp"
#include "referee/files/file_identity.hpp"
#include "referee/files/own_folder.hpp"
#include "referee/files/text_file.hpp"
#include "referee/handins/recipe.hpp"
#include "referee/handins/workshop.hpp"
#include "referee/system/start_thread.hpp"
#include "referee/terminal/output.hpp"
#include "referee/terminal/shell_word.hpp"
#include "referee/tournament/entrants/sha256.hpp"

namespace referee::handins {

namespace {

namespace fs = std::filesystem;
using games::UserError;
using tournament::LeftOut;

constexpr const char* what_folder = "folder of prepared hand-ins";
/// The folder of the project beside its launcher. Folders that are not complete yet have a hidden name.
constexpr const char* project_folder = "project";
constexpr std::string_view unfinished = ".new-";
constexpr std::size_t max_last_words = 2000, max_reason = 300;

/// A file or folder that somebody has handed in.
struct Entry {
    std::string path;
    EntryName name;  ///< refers to `path`
};

/// The entries of one student.
struct HandIn {
    const Student* student;
    std::vector<Entry> entries;
};

std::string plural(std::size_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

/// The hand-ins in the order of the students. Entries that belong to nobody are added to `left_out`.
std::vector<HandIn> hand_ins_in(const std::string& folder, const std::vector<std::string>& paths,
                                const std::vector<Student>& students, std::vector<LeftOut>& left_out) {
    std::map<const Student*, std::vector<Entry>> found;
    for (const std::string& path : paths) {
        const std::string_view name = file_name(path);
        if (is_clutter(name)) continue;
        const EntryName entry = parse_entry_name(name);
        if (const Student* student = student_of(entry, students)) {
            found[student].push_back({path, entry});
            continue;
        }
        const Student* nearest = nearest_student(entry, students);
        left_out.push_back(
            {std::string(name), "it belongs to none of the students, or to several" +
                                    (nearest == nullptr ? "" : fmt::format("; did you mean '{}'?", nearest->name))});
    }
    std::vector<HandIn> hand_ins;
    for (const Student& student : students)
        if (const auto entries = found.find(&student); entries != found.end())
            hand_ins.push_back({&student, std::move(entries->second)});
    if (hand_ins.empty())
        throw UserError(
            fmt::format("--bots: no file or folder in '{}' belongs to a student of the list", harmless(folder)));
    return hand_ins;
}

/// Keeps the entries that make up the hand-in. Moodle can write several files of a student beside each other; otherwise
/// the newest entry counts.
void keep_what_counts(HandIn& hand_in) {
    auto& entries = hand_in.entries;
    if (std::ranges::any_of(entries, [](const Entry& entry) { return !entry.name.online_text; }))
        std::erase_if(entries, [](const Entry& entry) { return entry.name.online_text; });
    const auto is_moodle_file = [](const Entry& entry) {
        std::error_code error;
        return entry.name.from_moodle && fs::is_regular_file(entry.path, error);
    };
    if (entries.size() == 1 || std::ranges::all_of(entries, is_moodle_file)) return;
    const auto newest =
        std::ranges::max_element(entries, {}, [](const Entry& entry) { return identity_of(entry.path).modified_ns; });
    note(fmt::format("'{}' has {} hand-ins: the newest, '{}', counts", hand_in.student->name, entries.size(),
                     file_name(newest->path)));
    entries = {Entry(*newest)};
}

/// The launcher of a bot. It names the interpreter, so that neither the mode of the script nor its first line matters.
std::string launcher_for(const std::vector<std::string>& run) {
    std::string text = fmt::format("#!/bin/sh\ncd \"${{0%/*}}/{}\" && exec", project_folder);
    for (const std::string& word : run)
        text += " " + shell_word(word);
    return text + "\n";
}

/// The first line of a compiler's output that names an error, or else the last line.
std::string error_line_of(const std::string& output) {
    std::string last;
    for (std::size_t begin = 0; begin < output.size();) {
        const std::size_t end = std::min(output.find('\n', begin), output.size());
        const std::string line = output.substr(begin, end - begin);
        if (line.find("rror") != std::string::npos) return line.substr(0, max_reason);
        if (line.find_first_not_of(" \t\r") != std::string::npos) last = line;
        begin = end + 1;
    }
    return last.substr(0, max_reason);
}

/// Prepares hand-ins in several threads.
class Preparing {
public:
    Preparing(const std::vector<HandIn>& hand_ins, const OwnFolder& folder, std::string path,
              const std::shared_ptr<const Sandbox>& sandbox, int stop_fd)
        : hand_ins_(hand_ins),
          folder_(folder),
          path_(std::move(path)),
          sandbox_(sandbox),
          stop_fd_(stop_fd),
          left_out_(hand_ins.size()) {}

    void run(int jobs) {
        {
            std::vector<std::jthread> threads;
            try {
                for (int job = 0; job < jobs; ++job)
                    threads.push_back(start_thread("preparing the hand-ins (use fewer --jobs)", [this] { work(); }));
            } catch (...) {
                stopped_ = true;
                throw;
            }
        }
        if (error_) std::rethrow_exception(error_);
    }

    bool stopped() const { return stopped_; }
    /// Indexed by hand-in; those that can play have none.
    std::vector<std::optional<LeftOut>>& left_out() { return left_out_; }
    /// The missing programs, each with the students whose hand-ins need it.
    const std::map<std::string, std::vector<std::string>>& missing() const { return missing_; }
    std::size_t unchanged() const { return unchanged_; }

private:
    /// Why a hand-in can't play.
    struct Refused {
        std::string reason;
        std::string output{};
    };

    void work() {
        try {
            Workshop workshop(sandbox_, stop_fd_);
            for (std::size_t next = next_++; next < hand_ins_.size() && !stopped_; next = next_++)
                prepare(next, workshop);
        } catch (...) {
            const std::lock_guard lock(access_);
            if (!error_) error_ = std::current_exception();
            stopped_ = true;
        }
    }

    void prepare(std::size_t number, Workshop& workshop) {
        const HandIn& hand_in = hand_ins_[number];
        const std::string& name = hand_in.student->name;
        std::optional<Refused> refused;
        try {
            Project project = read(hand_in);
            const std::string sum = sum_of(project);
            if (record_of(name) == sum) {
                ++unchanged_;
                return;
            }
            refused = prepare(number, std::move(project), sum, workshop);
        } catch (const BotError& error) {
            refused = Refused{"it " + std::string(error.complaint())};
        } catch (const UserError& error) {
            refused = Refused{error.what()};
        }
        if (!refused || stopped_) return;
        folder_.remove_all(name);
        left_out_[number] = LeftOut{name, refused->reason, "", refused->output};
    }

    static Project read(const HandIn& hand_in) {
        ProjectMaker maker;
        for (const Entry& entry : hand_in.entries) {
            if (entry.name.online_text) throw UserError("it is text that was typed into Moodle: hand in a file");
            for (ProjectFile& file : read_project(entry.path, std::string(entry.name.file)))
                maker.add(std::move(file));
        }
        return maker.take();
    }

    /// Identifies everything that determines the prepared folder.
    static std::string sum_of(const Project& project) {
        Parcel parcel;
        parcel.files = project;
        parcel.exit_code = recipe_version;
        return tournament::sha256_of(bytes_of(parcel));
    }

    /// The sum in the record of a prepared folder; empty if there is none.
    std::string record_of(const std::string& name) const {
        const auto text = folder_.has(name)
                              ? OwnFolder::take(path_ + "/" + name, what_folder, OwnFolder::Writers::unchecked)
                                    ->read(record_of_hand_in)
                              : std::nullopt;
        if (!text) return "";
        const auto json = protocol::parse_json_or_discard(*text);
        return json.is_object() && json.contains("sha256") && json["sha256"].is_string()
                   ? json["sha256"].get<std::string>()
                   : "";
    }

    std::optional<Refused> prepare(std::size_t number, Project project, const std::string& sum, Workshop& workshop) {
        lift(project);
        std::string choice = keep_newest_copies(project);
        if (const auto refused = unpack(project, workshop)) return refused;
        if (const std::string inside = keep_newest_copies(project); !inside.empty()) choice = inside;
        Recipe recipe = recognise(project);
        for (const std::string& program : recipe.needs()) {
            if (find_on_path(program, sandbox_path)) continue;
            if (!recipe.is_usual) return Refused{fmt::format("it needs '{}', which is not on this machine", program)};
            const std::lock_guard lock(access_);
            missing_[program].push_back(hand_ins_[number].student->name);
            return std::nullopt;
        }
        if (!recipe.build.empty()) {
            if (const auto refused = build(project, recipe, workshop)) return refused;
        }
        if (recipe.run.empty()) recipe.run = find_program(project);
        const std::string& first = recipe.run.front();
        const auto is_first = [&](const ProjectFile& file) { return "./" + file.path == first; };
        const bool is_own = first.starts_with("./");
        if (is_own && std::ranges::none_of(project, is_first))
            return Refused{fmt::format("there is no program '{}' in it{}", first.substr(2),
                                       recipe.build.empty() ? "" : " after its build")};
        if (stopped_) return std::nullopt;
        const std::string folder = fmt::format("{}/{}{}", path_, unfinished, number);
        write(folder, project, recipe, sum);
        if (is_own) check_runnable(folder + "/" + project_folder + "/" + first.substr(2), "it");
        const std::string& name = hand_ins_[number].student->name;
        folder_.remove_all(name);
        fs::rename(folder, fs::path(path_) / name);
        if (!choice.empty()) note(fmt::format("'{}': {}", name, choice));
        return std::nullopt;
    }

    /// A zip archive is the hand-in, whatever lies beside it.
    std::optional<Refused> unpack(Project& project, Workshop& workshop) {
        const auto is_zip = [](const ProjectFile& file) { return suffix_of(file.path) == ".zip"; };
        const auto zips = std::ranges::count_if(project, is_zip);
        if (zips == 0) return std::nullopt;
        if (zips > 1) return Refused{fmt::format("it has {} zip archives: hand in only one", zips)};
        const auto parcel = workshop.unpack(std::ranges::find_if(project, is_zip)->bytes);
        if (!take(parcel)) return std::nullopt;
        if (!parcel->complaint.empty()) return Refused{parcel->complaint};
        project = parcel->files;
        lift(project);
        return std::nullopt;
    }

    std::optional<Refused> build(Project& project, const Recipe& recipe, Workshop& workshop) {
        const auto parcel = workshop.build(project, recipe.build);
        if (!take(parcel)) return std::nullopt;
        const std::string& output = parcel->output;
        const std::string words = output.substr(output.size() - std::min(output.size(), max_last_words));
        if (!parcel->complaint.empty()) return Refused{parcel->complaint, words};
        if (parcel->exit_code != 0)
            return Refused{fmt::format("{} failed: {}", recipe.build.front(), error_line_of(output)), words};
        project = parcel->files;
        return std::nullopt;
    }

    /// Notes whether the step was stopped. Returns whether there is a parcel.
    bool take(const std::optional<Parcel>& parcel) {
        if (!parcel) stopped_ = true;
        return parcel.has_value();
    }

    static void write(const std::string& folder, Project& project, const Recipe& recipe, const std::string& sum) {
        const protocol::Json record = {{"sha256", sum}, {"build", recipe.build}, {"run", recipe.run}};
        write_project(folder + "/" + project_folder, project);
        write_project(folder, {{"bot", launcher_for(recipe.run), true},
                               {record_of_hand_in, protocol::json_text(record, 2) + "\n", false}});
    }

    const std::vector<HandIn>& hand_ins_;
    const OwnFolder& folder_;
    std::string path_;
    std::shared_ptr<const Sandbox> sandbox_;
    int stop_fd_;
    std::vector<std::optional<LeftOut>> left_out_;
    std::map<std::string, std::vector<std::string>> missing_;
    std::atomic<std::size_t> next_{0}, unchanged_{0};
    std::atomic<bool> stopped_{false};
    std::mutex access_;
    std::exception_ptr error_;
};

/// Opens the folder of bots for this process alone, and refuses one that contains anything else.
OwnFolder open_bots_folder(const std::string& path) {
    OwnFolder folder = OwnFolder::make(path, what_folder);
    if (::fchmod(folder.fd().get(), S_IRWXU) != 0 || ::flock(folder.fd().get(), LOCK_EX | LOCK_NB) != 0)
        throw UserError(fmt::format("{} '{}' can't be used: {}", what_folder, harmless(path),
                                    errno == EWOULDBLOCK ? "another referee prepares it" : std::strerror(errno)));
    for (const std::string& name : folder.names().value_or(std::vector<std::string>())) {
        if (name.starts_with(unfinished)) {
            folder.remove_all(name);
        } else if (struct stat record{};
                   ::fstatat(folder.fd().get(), (name + "/" + record_of_hand_in).c_str(), &record, 0) != 0) {
            throw UserError(fmt::format("'{}/{}' is no prepared hand-in: give another --db, or move it elsewhere",
                                        harmless(path), harmless(name)));
        }
    }
    return folder;
}

/// A missing compiler is the teacher's concern, and not that of the students.
void refuse_missing(const std::map<std::string, std::vector<std::string>>& missing) {
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
    return (db.ends_with(suffix) ? db.substr(0, db.size() - suffix.size()) : db) + ".bots";
}

std::optional<PreparedClass> prepare_class(const ClassFiles& files, const std::shared_ptr<const Sandbox>& sandbox,
                                           int stop_fd, int jobs) {
    PreparedClass prepared{read_students(read_text_file(files.students), files.students), {}};
    std::error_code error;
    std::vector<std::string> paths;
    for (const fs::path& path : entries_of(files.hand_ins, error))
        paths.push_back(path);
    if (error)
        throw UserError(
            fmt::format("folder of hand-ins '{}' can't be read: {}", harmless(files.hand_ins), error.message()));
    std::vector<LeftOut> of_nobody;
    std::vector<HandIn> hand_ins = hand_ins_in(files.hand_ins, paths, prepared.students, of_nobody);
    for (HandIn& hand_in : hand_ins)
        keep_what_counts(hand_in);
    const OwnFolder folder = open_bots_folder(files.bots);
    note(fmt::format("preparing the hand-ins of {} of {} in {}", hand_ins.size(),
                     plural(prepared.students.size(), "student"), files.students));
    Workshop(sandbox, stop_fd).try_out();
    Preparing preparing(hand_ins, folder, files.bots, sandbox, stop_fd);
    preparing.run(std::max(1, std::min(jobs, static_cast<int>(hand_ins.size()))));
    if (preparing.stopped()) return std::nullopt;
    refuse_missing(preparing.missing());
    for (auto& one : preparing.left_out())
        if (one) prepared.left_out.push_back(*std::move(one));
    std::ranges::move(of_nobody, std::back_inserter(prepared.left_out));
    for (const std::string& name : folder.names().value_or(std::vector<std::string>())) {
        const auto is_this = [&](const HandIn& hand_in) { return hand_in.student->name == name; };
        if (std::ranges::none_of(hand_ins, is_this)) folder.remove_all(name);
    }
    if (preparing.unchanged() > 0)
        note(fmt::format("{} unchanged",
                         preparing.unchanged() == 1 ? "1 is" : fmt::format("{} are", preparing.unchanged())));
    return prepared;
}

}  // namespace referee::handins
