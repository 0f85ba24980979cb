#include "referee/core/bots/program_path.hpp"

#include <unistd.h>

#include <cstdlib>

#include "referee/core/base/exists_at.hpp"

namespace referee {

std::string_view user_path() {
    const char* path = std::getenv("PATH");
    return path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
}

std::optional<std::string> find_on_path(const std::string& name, std::string_view folders) {
    while (!folders.empty()) {
        const auto colon = folders.find(':');
        const std::string folder(folders.substr(0, colon));
        folders.remove_prefix(colon == std::string_view::npos ? folders.size() : colon + 1);
        const std::string candidate = (folder.empty() ? "." : folder) + "/" + name;
        if (is_file_at(candidate) && ::access(candidate.c_str(), X_OK) == 0) return candidate;
    }
    return std::nullopt;
}

}  // namespace referee
