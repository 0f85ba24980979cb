#include "referee/handins/driver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "games/user_error.hpp"
#include "referee/core/base/text_file.hpp"
#include "referee/core/bots/sample_bots.hpp"
#include "referee/handins/csv_table.hpp"
#include "referee/handins/main_file.hpp"

namespace referee::handins {

namespace {

using games::UserError;

bool is_python(const ProjectFile& file) {
    return suffix_of(file.path) == ".py";
}

}  // namespace

Driver read_driver(const std::string& file) {
    constexpr std::size_t max_size = 256 << 10;
    std::error_code error;
    std::string path = file;
    if (file.find('/') == std::string::npos && !std::filesystem::exists(file, error))
        path = (sample_bots_folder() / file).string();
    if (suffix_of(path) != ".py")
        throw UserError(fmt::format("--driver: '{}' is no Python file: its name must end with .py", file));
    Driver driver{std::string(file_name(path)), read_text_file(std::filesystem::exists(path, error) ? path : file)};
    if (driver.text.size() > max_size || !is_in_utf8(driver.text))
        throw UserError(fmt::format("--driver: '{}' must be UTF-8, and have at most 256 KiB", file));
    return driver;
}

Recipe recipe_with(const Driver& driver, const Project& project) {
    Recipe recipe;
    if (const ProjectFile* json = file_called(project, bot_json)) recipe = recipe_in_json(*json, project);
    if (!recipe.run.empty()) throw UserError("bot.json: the teacher's driver runs it: leave out \"run\"");
    Files files;
    for (const ProjectFile& file : project)
        if (is_python(file)) files.push_back(&file);
    if (files.empty()) throw UserError(fmt::format("there is no Python file, which {} could call", driver.name));
    const ProjectFile& main = main_of(files, "Python", UseOfMain::means_nothing);
    // A name may begin with a dash, and the launcher stands in the project.
    recipe.run = {"python3", "../" + driver.name, "./" + main.path};
    recipe.is_usual = recipe.build.empty();  // what the student's build needs is no concern of the teacher
    return recipe;
}

}  // namespace referee::handins
