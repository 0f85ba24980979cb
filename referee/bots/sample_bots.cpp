#include "referee/bots/sample_bots.hpp"

#include <unistd.h>

#include "games/catalogue.hpp"

namespace referee {

namespace fs = std::filesystem;

fs::path sample_bots_folder(const fs::path& program) {
    const fs::path installed = program.parent_path().parent_path() / "libexec" / "referee" / "bots";
    std::error_code error;
    return fs::is_directory(installed, error) ? installed : program.parent_path();
}

fs::path sample_bots_folder() {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    return error ? fs::path() : sample_bots_folder(program);
}

std::optional<std::string> sample_bot(const std::string& name) {
    const fs::path folder = sample_bots_folder();
    if (folder.empty() || name.empty() || name.find('/') != std::string::npos || name == "referee") return std::nullopt;
    const fs::path file = folder / name;
    std::error_code error;
    if (!fs::is_regular_file(file, error) || ::access(file.c_str(), X_OK) != 0) return std::nullopt;
    return file.string();
}

std::optional<std::string> game_of_sample_bot(const std::string& program) {
    const std::string file = fs::path(program).filename().string();
    std::error_code error;
    const auto bot = sample_bot(file);
    if (!bot || !fs::equivalent(*bot, program, error)) return std::nullopt;
    const std::string name = file.substr(0, file.find_last_not_of("0123456789") + 1);
    for (const auto& game : games::catalogue())
        if (game->name == name) return name;
    return std::nullopt;
}

}  // namespace referee
