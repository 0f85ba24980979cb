#include "referee/arena/class_driver.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <vector>

#include "games/user_error.hpp"
#include "referee/arena/arena_folder.hpp"

namespace referee::arena {

namespace {

namespace fs = std::filesystem;

handins::Driver driver_in_old_arena() {
    if (!fs::exists(driver_folder)) return {};
    std::vector<std::string> paths;
    for (const auto& entry : fs::directory_iterator(driver_folder))
        if (!entry.path().filename().string().ends_with(handins::end_of_example)) paths.push_back(entry.path());
    if (paths.size() != 1)
        throw games::UserError(
            fmt::format("'{}' in the folder of the arena must hold the driver and nothing else, "
                        "but {}: restore it",
                        driver_folder, paths.empty() ? "is empty" : "holds more"));
    return handins::read_driver(paths.front());
}

}  // namespace

handins::Driver class_driver(ArenaFile& file) {
    if (auto driver = file.driver()) return *std::move(driver);
    handins::Driver driver = driver_in_old_arena();
    file.set(driver);
    return driver;
}

}  // namespace referee::arena
