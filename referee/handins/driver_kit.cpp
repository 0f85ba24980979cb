#include "referee/handins/driver_kit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "games/user_error.hpp"
#include "referee/core/base/shell_word.hpp"

namespace referee::handins {

namespace {

constexpr const char* folder_in_kit = "driver/";

/// The driver's path in its kit.
std::string place_in_kit(const Driver& driver) {
    return folder_in_kit + (driver.is_folder() ? "" : driver.name);
}

}  // namespace

std::string check_of_kit(const Driver& driver, const std::string& spec) {
    return fmt::format("referee check --driver {} . --game {}", copyable_path(place_in_kit(driver)),
                       copyable_word(spec));
}

std::vector<KitFile> files_of(const Driver& driver, const std::string& name, std::string_view game,
                              const std::string& spec) {
    Project example = example_of(driver);
    if (example.empty())
        throw games::UserError(
            fmt::format("the driver '{}' has no example, which a starter kit is made of", driver.name));
    const std::string source = main_file_of(driver, example);
    std::vector<KitFile> files;
    for (ProjectFile& file : example)
        files.push_back({std::move(file.path), std::move(file.bytes), file.executable});
    for (ProjectFile& file : beside_project(driver))
        files.push_back({driver.is_folder() ? std::move(file.path) : folder_in_kit + file.path, std::move(file.bytes),
                         file.executable});
    const std::string rules =
        spec.starts_with(game) ? fmt::format("`referee games {}` prints a summary of the rules. ", game) : "";
    const std::string watch =
        driver.is_folder()
            ? ""
            : fmt::format("    referee \"python3 {} {}\" {} --game {} --show --sandbox on,folder=.  # a match\n",
                          place_in_kit(driver), source, spec.starts_with(game) ? "greedy" : "random.py",
                          copyable_word(spec));
    std::erase_if(files, [](const KitFile& file) { return file.name == "README.md"; });
    files.push_back({"README.md",
                     built_in_text("driver/README.md.in", {{"NAME", name},
                                                           {"GAME", std::string(game)},
                                                           {"SOURCE", source},
                                                           {"CHECK", check_of_kit(driver, spec)},
                                                           {"WATCH", watch},
                                                           {"DRIVER", driver.name},
                                                           {"RULES", rules}}),
                     false});
    return files;
}

}  // namespace referee::handins
