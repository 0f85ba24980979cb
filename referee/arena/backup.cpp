#include "referee/arena/backup.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "games/user_error.hpp"
#include "referee/arena/arena_file.hpp"
#include "referee/arena/arena_folder.hpp"
#include "referee/arena/entering.hpp"
#include "referee/core/base/output.hpp"
#include "referee/tournament/paper/store/sqlite.hpp"
#include "referee/tournament/paper/store/store.hpp"

namespace referee::arena {

namespace fs = std::filesystem;

namespace {

/// A version may be replaced, and its files removed, while a copy is made. Then another copy is made.
constexpr int attempts = 5;

void copy_databases(const fs::path& place) {
    std::vector<std::string> databases = {ladder_db, arena_db};
    for (const auto& entry : fs::directory_iterator("."))
        if (const std::string name = entry.path().filename(); name.starts_with("final") && name.ends_with(".db"))
            databases.push_back(name);
    for (const std::string& name : databases) {
        const tournament::Database from(name, tournament::Database::Mode::read_only);
        from.copy_to((place / name).string());
    }
}

/// The names of the versions that the copied files need.
std::set<std::string> needed_versions(const fs::path& place, const ArenaFile& file) {
    const std::vector<Person> people = file.people();
    std::set<std::string> names;
    for (const HandIn& hand_in : file.hand_ins().to_play())
        names.insert(entrant_name(people[static_cast<std::size_t>(hand_in.person)], hand_in.version));
    for (const auto& [name, played] : playing_in(tournament::Store::head_of((place / ladder_db).string()), people))
        names.insert(name);
    for (const std::string& name : file.settings().staff)
        if (fs::exists(fs::path(versions_folder) / name)) names.insert(name);
    return names;
}

/// Copies what the copied files name. Returns whether all of it was still there.
bool copy_hand_ins(const fs::path& place) {
    const ArenaFile file((place / arena_db).string(), ArenaFile::Access::to_read);
    for (const char* name : {uploads_folder, versions_folder})
        fs::create_directory(place / name, name);
    for (const Person& person : file.people()) {
        for (const HandIn& hand_in : file.hand_ins_of(person.number).versions) {
            const fs::path upload = fs::path(uploads_folder) / hand_in.sha256;
            fs::copy(upload, place / upload, fs::copy_options::skip_existing);
        }
    }
    for (const std::string& name : needed_versions(place, file)) {
        const fs::path version = fs::path(versions_folder) / name;
        std::error_code error;
        fs::copy(version, place / version, fs::copy_options::recursive | fs::copy_options::copy_symlinks, error);
        if (!error) continue;
        if (!fs::exists(version)) return false;
        throw games::UserError(fmt::format("'{}' can't be copied: {}", version.string(), error.message()));
    }
    return true;
}

}  // namespace

/// The order makes the copy consistent. ladder.db goes before arena.db, because a ladder that lacks an accepted version
/// takes it up at the next start; a final goes after it, because arena.db says whether it is over. Uploads and versions
/// are complete before arena.db names them, and never change.
void back_up(const std::string& folder) {
    const fs::path place = folder;
    for (int attempt = 1;; ++attempt) {
        if (::mkdir(place.c_str(), S_IRWXU) != 0)
            throw games::UserError(fmt::format("--backup '{}' can't be made: {}", folder, std::strerror(errno)));
        copy_databases(place);
        if (copy_hand_ins(place)) break;
        fs::remove_all(place);
        if (attempt == attempts)
            throw games::UserError("--backup: bots were replaced again and again meanwhile: try it later");
    }
    for (const char* name : {links_csv, links_html, teachers_link, marks_csv, rules_folder})
        if (fs::exists(name))
            fs::copy(name, place / name, fs::copy_options::recursive | fs::copy_options::copy_symlinks);
    note(fmt::format("copied to '{}': referee arena {} continues from there", folder, folder));
}

}  // namespace referee::arena
