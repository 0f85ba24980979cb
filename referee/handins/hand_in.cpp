#include "referee/handins/hand_in.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <new>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "games/user_error.hpp"
#include "protocol/json_text.hpp"
#include "referee/core/base/sha256.hpp"
#include "referee/core/base/shell_word.hpp"
#include "referee/core/bots/bot_command.hpp"
#include "referee/core/bots/sight.hpp"
#include "referee/handins/archives.hpp"
#include "referee/handins/recipe.hpp"
#include "referee/handins/versions.hpp"

namespace referee::handins {

namespace {

using games::UserError;

/// The folder of the project beside its launcher.
constexpr const char* project_folder = "project";
constexpr std::size_t max_output_kept = 2000, max_reason = 300;

/// Ends the preparation of a hand-in.
struct Ended {
    Outcome outcome;
};

/// The end of what a build has written.
std::string end_of(std::string_view output) {
    return std::string(output.substr(output.size() - std::min(output.size(), max_output_kept)));
}

[[noreturn]] void refuse(std::string why, std::string_view output = {}, bool reached_limit = false) {
    throw Ended{{.kind = Outcome::Kind::refused,
                 .what = std::move(why),
                 .output = end_of(output),
                 .reached_limit = reached_limit}};
}

/// The parcel of a step, unless the step was stopped or has a complaint.
Parcel unless_failed(std::optional<Parcel> parcel) {
    if (!parcel) throw Ended{{Outcome::Kind::stopped}};
    if (!parcel->complaint.empty()) refuse(parcel->complaint, parcel->output, parcel->reached_limit);
    return *std::move(parcel);
}

/// The launcher of a bot. It names the interpreter, so that neither the mode of the script nor its first line matters.
std::string launcher_for(const std::vector<std::string>& run) {
    std::string text = fmt::format("#!/bin/sh\ncd \"${{0%/*}}/{}\" && exec", project_folder);
    for (const std::string& word : run)
        text += " " + shell_word(word);
    return text + "\n";
}

/// How much a line of a compiler's output tells about the cause of its failure. 0: nothing.
int telling(std::string_view line) {
    const auto has = [&](std::string_view part) { return line.find(part) != std::string_view::npos; };
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) return 0;
    // Here a program only says that another one has failed, which has told the cause before.
    if (has("ld returned") || has("linker command failed") || has(": *** [")) return 1;
    if (has("rror:") || has("error[") || has("undefined reference to") || has("multiple definition of")) return 4;
    return has("rror") && !has("warning:") ? 3 : 2;
}

/// The first line of a compiler's output that names an error. If there is none: the last line.
std::string error_line_of(const std::string& output) {
    constexpr int names_an_error = 3;
    std::string best;
    int most = 0;
    for (std::size_t begin = 0; begin < output.size();) {
        const std::size_t end = std::min(output.find('\n', begin), output.size());
        const std::string line = output.substr(begin, end - begin);
        const int tells = telling(line);
        if (tells > most || (tells > 0 && tells == most && tells < names_an_error)) {
            best = line;
            most = tells;
        }
        begin = end + 1;
    }
    return best.substr(0, max_reason);
}

/// Whether a file in the folder of a hand-in is the platform's or the teacher's. Sakai writes what the teacher has
/// returned beside what the student has handed in.
bool is_of_others(const EntryName& name, std::string_view path) {
    if (name.platform != "Sakai") return false;
    const std::string_view file = file_name(path);
    return path.find("Feedback Attachment(s)/") != std::string_view::npos || file == "timestamp.txt" ||
           file == "comments.txt" || file.ends_with("_submissionText.html");
}

/// ILIAS writes before the names of files that they came late, in the language of the course.
void drop_mark_of_late(const EntryName& name, std::string& path) {
    if (!name.platform.starts_with("ILIAS")) return;
    const std::size_t begin = path.size() - file_name(path).size();
    for (const std::string_view mark : {"Late Submission - ", "Verspaetete Abgabe - "})
        if (std::string_view(path).substr(begin).starts_with(mark)) path.erase(begin, mark.size());
}

Project read(const HandIn& hand_in) {
    ProjectMaker maker;
    for (const Entry& entry : hand_in.entries) {
        const EntryName& name = entry.name;
        if (name.online_text) refuse(fmt::format("it is text that was typed into {}: hand in a file", name.platform));
        for (ProjectFile& file : read_project(entry.path, name.file)) {
            if (is_of_others(name, file.path)) continue;
            drop_mark_of_late(name, file.path);
            maker.add(std::move(file));
        }
    }
    Project project = maker.take();
    keep_newest_version(project);
    return project;
}

/// Adds all that a driver does with a hand-in. Its example does nothing.
void add_driver(Project& project, const Driver& driver) {
    for (ProjectFile& file : beside_project(driver)) {
        file.path.insert(0, "../");
        project.push_back(std::move(file));
    }
}

/// Identifies everything that determines the prepared folder.
std::string sum_of(const Project& project, const Driver* driver) {
    Parcel parcel;
    parcel.files = project;
    if (driver != nullptr) add_driver(parcel.files, *driver);
    parcel.exit_code = recipe_version;
    return sha256_of(bytes_of(parcel));
}

/// What is recorded in a prepared folder.
struct Recorded {
    std::string sum;
    Outcome outcome;
};

std::optional<Recorded> recorded_in(const std::string& folder) {
    const auto prepared = OwnFolder::take(folder, "prepared hand-in", OwnFolder::Writers::unchecked);
    const auto text = prepared ? prepared->read(record_of_hand_in) : std::nullopt;
    const auto json = protocol::parse_json_or_discard(text.value_or(""));
    if (!json.is_object()) return std::nullopt;
    const auto text_of = [&](const char* key) {
        return json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : "";
    };
    return Recorded{text_of("sha256"),
                    {.kind = Outcome::Kind::unchanged, .output = text_of("output"), .choice = text_of("choice")}};
}

/// The outcome that is recorded in a prepared folder. None if there is no such folder, or if it is made of another
/// hand-in than that with this sum.
std::optional<Outcome> recorded_outcome(const std::string& folder, const std::string& sum) {
    auto recorded = recorded_in(folder);
    return recorded && recorded->sum == sum ? std::optional(std::move(recorded->outcome)) : std::nullopt;
}

/// The line in which a program says why it can't open an archive.
std::string complaint_in(const std::string& output) {
    std::string last;
    for (std::size_t begin = 0; begin < output.size();) {
        const std::size_t end = std::min(output.find('\n', begin), output.size());
        const std::string line = output.substr(begin, end - begin);
        begin = end + 1;
        if (line.find_first_not_of(" \t\r") == std::string::npos || line.starts_with("tar: Removing")) continue;
        last = line.substr(0, max_reason);
        if (line.starts_with("tar: ") || line.starts_with("gzip: ") || line.starts_with("xz: ") ||
            line.find("ERROR") != std::string::npos)
            break;
    }
    return last;
}

/// Why 7z can't open an archive. It names a file first, and the error only in a later line.
std::string complaint_of_7z(const std::string& output) {
    const auto has = [&](std::string_view words) { return output.find(words) != std::string::npos; };
    if (has("Wrong password")) return "it has a password: hand in one without a password";
    if (has("Unexpected end of archive")) return "its end is missing: hand it in anew, or hand in a zip";
    for (const std::string_view words :
         {"Is not archive", "Headers Error", "Cannot open the file as", "CRC Failed", "Data Error"})
        if (has(words)) return "it is broken: pack the files anew, or hand in a zip";
    return complaint_in(output);
}

Project files_in(const FoundArchive& archive, Workshop& workshop) {
    const ProjectFile& file = *archive.file;
    if (archive.kind == ArchiveKind::zip) return unless_failed(workshop.unpack(file.bytes)).files;
    const ArchiveProgram program = program_for(archive.kind);
    // One archive of a rare kind must not stop a class. The teacher may install the program, and try again.
    if (!program.missing.empty())
        refuse(fmt::format("a {} archive needs '{}', which is not on this machine: hand in a zip",
                           name_of(archive.kind), program.missing.front()),
               {}, true);
    Parcel parcel = unless_failed(workshop.extract(file.bytes, program.command));
    if (parcel.exit_code != 0) {
        const bool is_7z = archive.kind == ArchiveKind::seven_zip;
        refuse(fmt::format("{} can't open '{}': {}", program.command.front(), file.path,
                           is_7z ? complaint_of_7z(parcel.output) : complaint_in(parcel.output)),
               parcel.output);
    }
    if (parcel.files.empty())
        refuse(fmt::format("'{}' has no files in it, or is no archive of files: hand in a zip", file.path),
               parcel.output);
    return std::move(parcel.files);
}

/// Opens the archive of a hand-in, and one archive in it. Returns a sentence if the name of one is wrong.
std::string unpack(Project& project, Workshop& workshop) {
    std::string note;
    for (int level = 0; auto archive = archive_in(project, level); ++level) {
        Project inside = files_in(*archive, workshop);
        if (level > 0) require_within_limits(project, inside);
        if (!archive->note.empty()) note = std::move(archive->note);
        project = std::move(inside);
        lift(project);
    }
    return note;
}

void check_programs(const Recipe& recipe) {
    for (const std::string& program : recipe.needs()) {
        if (find_on_path(program, sandbox_path)) continue;
        if (recipe.is_usual) throw Ended{{Outcome::Kind::lacks_program, program}};
        refuse(fmt::format("it needs '{}', which is not on this machine", program));
    }
}

/// Returns the end of what the build has written.
std::string build(Project& project, const Recipe& recipe, const Project& beside, Workshop& workshop) {
    if (recipe.build.empty()) return {};
    Parcel parcel = unless_failed(workshop.build(project, recipe.build, beside));
    if (parcel.exit_code != 0)
        refuse(fmt::format("{} failed: {}", recipe.build.front(), error_line_of(parcel.output)), parcel.output);
    project = std::move(parcel.files);
    return end_of(parcel.output);
}

/// Writes the folder of the bot.
void write(const std::string& folder, const Project& project, const Recipe& recipe, const std::string& sum,
           const Outcome& outcome, const Driver* driver) {
    protocol::Json record = {{"sha256", sum},
                             {"build", recipe.build},
                             {"run", recipe.run},
                             {"output", outcome.output},
                             {"choice", outcome.choice}};
    if (driver != nullptr) record["driver"] = driver->name;
    write_project(folder + "/" + project_folder, project);
    write_project(folder, {{"bot", launcher_for(recipe.run), true},
                           {record_of_hand_in, protocol::json_text(record, 2) + "\n", false}});
}

/// Refuses a project whose own program is missing, or can't run here.
void check_own_program(const std::string& folder, const Recipe& recipe) {
    const std::string& program = recipe.run.front();
    if (!program.starts_with("./")) return;
    try {
        check_runnable(folder + "/" + project_folder + program.substr(1), "it");
    } catch (const BotError& error) {
        if (error.fault() == BotFault::missing)
            refuse(fmt::format("there is no program '{}' in it{}", program.substr(2),
                               recipe.build.empty() ? "" : " after its build"));
        refuse(fmt::format("'{}' {}", program.substr(2), error.complaint()));
    }
}

void add_sentence(std::string& text, const std::string& sentence) {
    if (!sentence.empty()) text += (text.empty() ? "" : "; ") + sentence;
}

/// `project` becomes the hand-in as far as it was unpacked and built, also if it is refused.
Outcome prepare(const HandIn& hand_in, const BotsFolder& bots, Workshop& workshop, Project& project) {
    const std::string& name = hand_in.folder;
    project = read(hand_in);
    const std::string sum = sum_of(project, hand_in.driver);
    if (!hand_in.newest.empty()) {
        if (auto recorded = recorded_outcome(bots.path + "/" + hand_in.newest, sum)) {
            recorded->kind = Outcome::Kind::played;
            return *std::move(recorded);
        }
    }
    if (auto recorded = recorded_outcome(bots.path + "/" + name, sum)) return *std::move(recorded);
    Outcome outcome;
    lift(project);
    add_sentence(outcome.choice, keep_newest_copies(project));
    add_sentence(outcome.choice, unpack(project, workshop));
    add_sentence(outcome.choice, keep_newest_copies(project));
    const Driver* driver = hand_in.driver;
    if (driver != nullptr && !project.empty()) {
        add_sentence(outcome.choice, drop_copies_of(*driver, project));
        if (project.empty()) refuse("it is only a copy of the driver: hand in what the driver calls");
    }
    const Project beside = driver == nullptr ? Project() : beside_project(*driver);
    Recipe recipe = driver == nullptr ? recognise(project) : recipe_with(*driver, project);
    check_programs(recipe);
    outcome.output = build(project, recipe, beside, workshop);
    if (recipe.run.empty()) recipe.run = find_program(project);
    const std::string folder = bots.path + "/" + std::string(unfinished) + name;
    write(folder, project, recipe, sum, outcome, driver);
    write_project(folder, beside);
    check_own_program(folder, recipe);
    bots.folder.remove_all(name);
    std::filesystem::rename(folder, bots.path + "/" + name);
    return outcome;
}

}  // namespace

Likeness likeness_of_prepared(const std::string& folder, const KnownFiles& known) {
    try {
        return likeness_of(read_project(folder + "/" + project_folder, project_folder), known);
    } catch (const UserError&) {  // a comparison is no reason to stop
        return {};
    }
}

Outcome prepare_hand_in(const HandIn& hand_in, const BotsFolder& bots, Workshop& workshop) {
    using Kind = Outcome::Kind;
    Outcome outcome;
    Project project;
    const auto compare = [&] {
        if (hand_in.known == nullptr) return;
        const bool is_prepared = outcome.kind == Kind::unchanged || outcome.kind == Kind::played;
        const std::string& folder = outcome.kind == Kind::played ? hand_in.newest : hand_in.folder;
        outcome.likeness = is_prepared ? likeness_of_prepared(bots.path + "/" + folder, *hand_in.known)
                                       : likeness_of(project, *hand_in.known);
    };
    try {
        outcome = prepare(hand_in, bots, workshop, project);
        compare();
        return outcome;
    } catch (Ended& ended) {
        outcome = std::move(ended.outcome);
    } catch (const UserError& error) {
        outcome = {Outcome::Kind::refused, error.what()};
    } catch (const std::bad_alloc&) {
        outcome = {.kind = Outcome::Kind::refused, .what = "it needs too much memory", .reached_limit = true};
    } catch (const std::exception& error) {
        bots.folder.remove_all(std::string(unfinished) + hand_in.folder);  // or it would be in the way of the next try
        throw std::runtime_error(fmt::format("the hand-in of '{}': {}", hand_in.student->name, error.what()));
    }
    if (outcome.kind == Kind::refused) compare();
    bots.folder.remove_all(std::string(unfinished) + hand_in.folder);
    if (outcome.kind == Kind::refused) bots.folder.remove_all(hand_in.folder);
    return outcome;
}

}  // namespace referee::handins
