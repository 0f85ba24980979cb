// Looks at what is at a path. A path that can't be looked at has nothing.
#pragma once

#include <filesystem>
#include <system_error>

namespace referee {

[[nodiscard]] inline bool exists_at(const std::filesystem::path& path) {
    std::error_code error;
    return std::filesystem::exists(path, error);
}

/// Whether there is a regular file, perhaps behind links.
[[nodiscard]] inline bool is_file_at(const std::filesystem::path& path) {
    std::error_code error;
    return std::filesystem::is_regular_file(path, error);
}

/// Whether there is a folder, perhaps behind links.
[[nodiscard]] inline bool is_folder_at(const std::filesystem::path& path) {
    std::error_code error;
    return std::filesystem::is_directory(path, error);
}

}  // namespace referee
