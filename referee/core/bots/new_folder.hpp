// Makes the folders of new bots and games.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "referee/core/bots/kits.hpp"

namespace referee {

/// A folder to be made.
struct NewFolder {
    std::filesystem::path path;  ///< as the user has given it, without a separator at the end
    std::string name;            ///< the last part of the absolute path
};

[[nodiscard]] NewFolder new_folder(const std::string& text);

/// Makes the folder and writes the files into it. Returns the line "FOLDER: FILE, FILE" for the user. Throws
/// games::UserError if the path exists already, or can't be created: it is the user's choice.
[[nodiscard]] std::string write_folder(const NewFolder& folder, const std::vector<KitFile>& files);

}  // namespace referee
