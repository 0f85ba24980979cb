#include "referee/handins/driver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "games/user_error.hpp"
#include "referee/core/base/exists_at.hpp"
#include "referee/core/base/text_file.hpp"
#include "referee/core/bots/program_path.hpp"
#include "referee/core/bots/sample_bots.hpp"
#include "referee/core/processes/sandbox.hpp"
#include "referee/handins/bot_json.hpp"
#include "referee/handins/csv_table.hpp"
#include "referee/handins/main_file.hpp"

namespace referee::handins {

namespace {

using games::UserError;

constexpr std::size_t max_driver_files = 100, max_script = 256 << 10, max_driver_bytes = 1 << 20;
/// The folder of a driver that is a folder, beside the project.
constexpr const char* driver_folder = "driver";
constexpr std::string_view example_name = "example";

/// How a driver builds and runs a hand-in, with words such as {file} that stand for its files.
struct Plan {
    std::string main;  ///< the name of the main file, or "*.SUFFIX"
    Words build{}, run{};
    Words needs{};       ///< programs of the system that the commands call, beside their first words
    std::string folder;  ///< the word {driver}

    [[nodiscard]] bool uses(std::string_view word) const {
        return std::ranges::any_of(build, [&](const auto& text) { return text.find(word) != std::string::npos; }) ||
               std::ranges::any_of(run, [&](const auto& text) { return text.find(word) != std::string::npos; });
    }
    [[nodiscard]] bool names_one_file() const { return !main.starts_with("*"); }
    [[nodiscard]] std::string suffix() const {
        return suffix_of("x" + main.substr(std::min(main.rfind('.'), main.size())));
    }
};

/// The one file of the project with this name; null if there is none. The refusal of several lists them.
const ProjectFile* only_one_called(const Project& project, const std::string& name) {
    Files files;
    for (const ProjectFile& file : project)
        if (file_name(file.path) == name) files.push_back(&file);
    if (files.size() > 1)
        throw UserError(fmt::format("several of its files are called '{}': {}: leave only one", name, list_of(files)));
    return files.empty() ? nullptr : files.front();
}

Words checked_words(Words words, std::string_view key) {
    constexpr std::array<std::string_view, 4> known = {"{file}", "{files}", "{name}", "{driver}"};
    for (const std::string& word : words) {
        for (std::size_t at = word.find('{'); at != std::string::npos; at = word.find('{', at + 1)) {
            const auto starts = [&](std::string_view one) {
                return std::string_view(word).substr(at).starts_with(one);
            };
            if (std::ranges::none_of(known, starts))
                throw UserError(
                    fmt::format("bot.json, /{}: '{}': the words in braces are {}", key, word, fmt::join(known, ", ")));
        }
        if (word != known[1] && word.find(known[1]) != std::string::npos)
            throw UserError(fmt::format("bot.json, /{}: '{}': {{files}} must be a word of its own", key, word));
    }
    return words;
}

Plan plan_in_json(const Driver& driver) {
    static constexpr std::array<std::string_view, 4> keys = {"main", "build", "run", "needs"};
    constexpr std::string_view how_to_write =
        R"(bot.json: write {"main": "bot.py", "run": ["python3", "{driver}/driver.py", "{file}"]}, and perhaps "build")";
    const auto found = std::ranges::find(driver.files, bot_json, &DriverFile::path);
    if (found == driver.files.end()) throw UserError("a folder must have a bot.json with \"main\" and \"run\"");
    const protocol::Json json = object_in_bot_json({found->path, found->text}, keys, how_to_write);
    Plan plan;
    plan.folder = std::string("../") + driver_folder;
    if (!json.contains("run")) throw UserError("bot.json: \"run\" is missing, the command that plays");
    if (json.contains("main") && json["main"].is_string()) plan.main = json["main"];
    const std::size_t stars = static_cast<std::size_t>(std::ranges::count(plan.main, '*'));
    if (plan.suffix().size() < 2 || plan.main.find('/') != std::string::npos || stars > 1 ||
        (stars == 1 && !plan.main.starts_with("*.")))
        throw UserError(
            "bot.json, /main: write the name of the hand-in's main file, such as \"Strategy.java\", or \"*.c\"");
    if (json.contains("build"))
        plan.build = checked_words(words_in_bot_json(json["build"], "build", Leads::also_to_absolute_paths), "build");
    plan.run = checked_words(words_in_bot_json(json["run"], "run", Leads::also_to_absolute_paths), "run");
    if (json.contains("needs")) plan.needs = words_in_bot_json(json["needs"], "needs");
    return plan;
}

Plan plan_of(const Driver& driver) {
    if (driver.is_folder()) return plan_in_json(driver);
    // A name may begin with a dash, so that {file} begins with "./". The launcher stands in the project.
    return {"*.py", {}, {"python3", "{driver}", "{file}"}, {}, "../" + driver.name};
}

bool is_of_example(const DriverFile& file) {
    return file.path.starts_with("example/") ||
           (file.path.find('/') == std::string::npos && stem_of(file.path) == example_name);
}

std::string text_of_script(const std::string& path) {
    const std::string text = read_text_file(path);
    if (text.empty() || text.size() > max_script || !is_in_utf8(text) || text.find('\0') != std::string::npos)
        throw UserError(fmt::format("'{}' must be a text in UTF-8, and have at most 256 KiB", path));
    return text;
}

Driver script_at(const std::string& path) {
    if (suffix_of(path) != ".py") throw UserError("it is no Python file, whose name ends with .py, and no folder");
    Driver driver{std::string(file_name(path)), text_of_script(path), {}};
    const std::string beside = path.substr(0, path.size() - 3) + std::string(end_of_example);
    if (driver.name.ends_with(end_of_example)) throw UserError("it is the example of a driver: name the driver");
    if (stem_of(driver.name) == "bot") throw UserError("it lies beside a launcher that is called 'bot': rename it");
    if (exists_at(beside)) driver.files.push_back({"example.py", text_of_script(beside)});
    return driver;
}

Driver folder_at(const std::filesystem::path& path) {
    Driver driver{(std::filesystem::absolute(path) / "x").lexically_normal().parent_path().filename(), "", {}};
    std::size_t bytes = 0;
    for (ProjectFile& file : read_project(path.string() + "/", "")) {  // it may be a link
        bytes += file.bytes.size();
        if (!is_in_utf8(file.bytes) || file.bytes.find('\0') != std::string::npos)
            throw UserError(fmt::format("'{}' is no text in UTF-8: a driver has sources only", file.path));
        if (file.path.starts_with(std::string(example_name) + "/" + driver_folder + "/"))
            throw UserError(
                fmt::format("'{}': in a starter kit, the driver lies in the folder '{}': rename that of "
                            "the example",
                            file.path, driver_folder));
        driver.files.push_back({std::move(file.path), std::move(file.bytes), file.executable});
    }
    if (driver.files.size() > max_driver_files || bytes > max_driver_bytes)
        throw UserError("a driver has at most 100 files and 1 MiB");
    static_cast<void>(plan_in_json(driver));
    const auto is_single = [](const DriverFile& file) {
        return is_of_example(file) && file.path.find('/') == std::string::npos;
    };
    const auto single = std::ranges::find_if(driver.files, is_single);
    if (single != driver.files.end() && std::ranges::count_if(driver.files, is_of_example) > 1)
        throw UserError(
            fmt::format("it has several examples: leave only one of '{}' and '{}/'", single->path, example_name));
    return driver;
}

std::string in_words(const Plan& plan, std::string word, const std::string& file, const std::string& name) {
    const std::array<std::pair<std::string_view, const std::string*>, 3> values = {
        {{"{file}", &file}, {"{name}", &name}, {"{driver}", &plan.folder}}};
    std::string all;
    for (std::size_t at = 0; at < word.size();) {  // from left to right, so that a name may contain a brace
        const auto value = std::ranges::find_if(
            values, [&](const auto& pair) { return std::string_view(word).substr(at).starts_with(pair.first); });
        all += value == values.end() ? word.substr(at, 1) : *value->second;
        at += value == values.end() ? 1 : value->first.size();
    }
    return all;
}

/// The command of a plan for these files. `main`: null if no word names it.
Words command_for(const Plan& plan, const Words& words, const Files& files, const ProjectFile* main) {
    const std::string file = main == nullptr ? "" : "./" + main->path;
    const std::string name = main == nullptr || !plan.uses("{name}") ? "" : class_name_of(*main);
    Words command;
    for (const std::string& word : words) {
        if (word == "{files}") {
            for (const ProjectFile* one : files)
                command.push_back("./" + one->path);
        } else {
            command.push_back(in_words(plan, word, file, name));
        }
    }
    return command;
}

/// What the hand-in's own bot.json says of its build.
Words own_build_of(const Project& project, const Plan& plan) {
    const ProjectFile* json = file_called(project, bot_json);
    if (json == nullptr) return {};
    if (!plan.build.empty()) throw UserError("bot.json: the teacher's driver builds it: leave out the file");
    CommandsInJson own = commands_in_json(
        *json, project,
        "bot.json: write the command that builds it, {\"build\": [\"python3\", \"make.py\"]}, or leave out the file");
    if (!own.run.empty()) throw UserError("bot.json: the teacher's driver runs it: leave out \"run\"");
    const std::string program = own.build.empty() ? "" : own.build.front();
    if (!program.empty() && program.find('/') == std::string::npos && !find_on_path(program, sandbox_path))
        throw UserError(fmt::format("it needs '{}', which is not on this machine", program));
    return std::move(own.build);
}

/// The files that a driver may call, and the one that its words name; null if no word names one.
struct Callable {
    Files files{};
    const ProjectFile* main = nullptr;
};

Callable callable_in(const Project& project, const Plan& plan, const std::string& driver) {
    Callable found;
    for (const ProjectFile& file : project)
        if (suffix_of(file.path) == plan.suffix()) found.files.push_back(&file);
    if (plan.names_one_file()) {
        found.main = only_one_called(project, plan.main);
        if (found.main == nullptr)
            throw UserError(fmt::format("there is no file '{}', which the driver {} calls", plan.main, driver));
    } else if (found.files.empty()) {
        throw UserError(fmt::format("there is no {} file that {} could call", plan.suffix(), driver));
    } else if (plan.uses("{file}") || plan.uses("{name}")) {
        found.main = &main_of(found.files, plan.suffix(), UseOfMain::means_nothing);
    }
    return found;
}

}  // namespace

Driver read_driver(const std::string& given) {
    std::error_code error;
    std::string path = given;
    const bool is_there = std::filesystem::exists(path, error);
    const auto shipped = shipped_driver(given);
    if (shipped && !is_there) path = *shipped;
    try {
        if (shipped && is_there && !std::filesystem::equivalent(*shipped, path, error))
            throw UserError(
                fmt::format("it may be the driver that comes with the program, or what is called so here: "
                            "write {} or ./{}",
                            *shipped, given));
        if (!is_there && !shipped)
            throw UserError(fmt::format("no such file or folder; these come with the program: {}",
                                        fmt::join(shipped_drivers(), ", ")));
        Driver driver = std::filesystem::is_directory(path, error) ? folder_at(path) : script_at(path);
        const auto is_control = [](char c) { return (c >= 0 && c < ' ') || c == 0x7f; };
        if (!is_in_utf8(driver.name) || std::ranges::any_of(driver.name, is_control))
            throw UserError("its name must be plain text: rename it");
        return driver;
    } catch (const UserError& why) {
        throw UserError(fmt::format("--driver '{}': {}", given, why.what()));
    }
}

Project beside_project(const Driver& driver) {
    if (!driver.is_folder()) return {{driver.name, driver.text, false}};
    Project files;
    for (const DriverFile& file : driver.files)
        if (!is_of_example(file))
            files.push_back({fmt::format("{}/{}", driver_folder, file.path), file.text, file.executable});
    return files;
}

Project example_of(const Driver& driver) {
    if (std::ranges::none_of(driver.files, is_of_example)) return {};
    const Plan plan = plan_of(driver);
    const auto name_of_single = [&](const std::string& suffix) {
        return plan.names_one_file() ? plan.main : "bot" + suffix;
    };
    Project files;
    for (const DriverFile& file : driver.files) {
        if (!is_of_example(file)) continue;
        const bool is_alone = file.path.find('/') == std::string::npos;
        files.push_back({is_alone ? name_of_single(suffix_of(file.path)) : file.path.substr(example_name.size() + 1),
                         file.text, file.executable});
    }
    return files;
}

std::string drop_copies_of(const Driver& driver, Project& project) {
    const auto without_cr = [](std::string text) {  // a platform may have changed the line ends
        std::erase(text, '\r');
        return text;
    };
    const Project beside = beside_project(driver);
    std::string changed;
    std::erase_if(project, [&](const ProjectFile& file) {
        return std::ranges::any_of(beside, [&](const ProjectFile& own) {
            if (file_name(own.path) != file_name(file.path)) return false;
            const std::string place =
                "/" + (driver.is_folder() ? own.path : fmt::format("{}/{}", driver_folder, own.path));
            // Other line ends make a text at most twice as long. A larger file isn't copied to be compared.
            const bool is_same =
                file.bytes.size() <= 2 * own.bytes.size() && without_cr(own.bytes) == without_cr(file.bytes);
            const bool is_at_its_place = ("/" + file.path).ends_with(place);
            if (is_at_its_place && !is_same) changed = file.path;
            return is_at_its_place || is_same;
        });
    });
    return changed.empty() ? "" : fmt::format("its '{}' is not that of the teacher's driver, and is left out", changed);
}

std::string main_file_of(const Driver& driver, const Project& project) {
    const auto [files, main] = callable_in(project, plan_of(driver), driver.name);
    return main == nullptr ? files.front()->path : main->path;
}

Recipe recipe_with(const Driver& driver, const Project& project) {
    const Plan plan = plan_of(driver);
    const Words own_build = own_build_of(project, plan);
    const auto [files, main] = callable_in(project, plan, driver.name);
    Recipe recipe;
    recipe.build = plan.build.empty() ? own_build : command_for(plan, plan.build, files, main);
    recipe.run = command_for(plan, plan.run, files, main);
    recipe.more_programs = plan.needs;
    return recipe;
}

}  // namespace referee::handins
