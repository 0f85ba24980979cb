#include "referee/arena/class_driver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "referee/arena/arena_folder.hpp"

namespace referee::arena {

namespace fs = std::filesystem;

void write_driver(const handins::Driver& driver) {
    handins::Project files;
    const std::string stem = driver.name.substr(0, driver.name.rfind('.'));
    for (const handins::DriverFile& file : driver.files)
        files.push_back({driver.is_folder() ? fmt::format("{}/{}", driver.name, file.path)
                                            : stem + std::string(handins::end_of_example),
                         file.text, file.executable});
    if (!driver.is_folder()) files.push_back({driver.name, driver.text, false});
    handins::write_project(driver_folder, files);
}

std::optional<handins::Driver> read_class_driver() {
    if (!fs::exists(driver_folder)) return std::nullopt;
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(driver_folder))
        if (const std::string name = entry.path().filename();
            !handins::is_clutter(name) && !name.ends_with(handins::end_of_example))
            names.push_back(entry.path());
    if (names.empty()) return std::nullopt;
    return handins::read_driver(*std::ranges::min_element(names));
}

}  // namespace referee::arena
