#include "referee/arena/backup.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "games/user_error.hpp"
#include "referee/arena/arena_folder.hpp"
#include "referee/terminal/output.hpp"
#include "referee/tournament/store/sqlite.hpp"

namespace referee::arena {

namespace fs = std::filesystem;

/// The order makes the copy consistent. ladder.db goes before arena.db, because a ladder that lacks an accepted version
/// takes it up at the next start. Uploads and versions are complete before arena.db names them, and never change.
void back_up(const std::string& folder) {
    const fs::path place = folder;
    if (::mkdir(place.c_str(), S_IRWXU) != 0)
        throw games::UserError(
            fmt::format("--backup '{}' can't be made: {}", harmless(folder), std::strerror(errno)));
    std::vector<std::string> databases = {ladder_db};
    for (const auto& entry : fs::directory_iterator("."))
        if (const std::string name = entry.path().filename(); name.starts_with("final") && name.ends_with(".db"))
            databases.push_back(name);
    databases.emplace_back(arena_db);
    for (const std::string& name : databases) {
        const tournament::Database from(name, tournament::Database::Mode::read_only);
        from.copy_to((place / name).string());
    }
    for (const char* name : {uploads_folder, versions_folder, links_csv, teachers_link, marks_csv}) {
        if (!fs::exists(name)) continue;
        fs::copy(name, place / name, fs::copy_options::recursive | fs::copy_options::copy_symlinks);
    }
    note(fmt::format("copied to '{}': referee arena {} continues from there", harmless(folder), harmless(folder)));
}

}  // namespace referee::arena
