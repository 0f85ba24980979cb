#include "referee/arena/arena_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <thread>
#include <vector>

#include "games/user_error.hpp"
#include "referee/handins/hand_in.hpp"

namespace referee::arena {

namespace {

namespace fs = std::filesystem;
using games::UserError;
using namespace std::chrono_literals;

constexpr const char* what_folder = "folder of the arena";
constexpr const char* first = ".first";
constexpr std::string_view name_of_try = "try-of-";
/// The mark in `.first` that all files are complete.
constexpr const char* complete = "complete";
/// In the order in which they get their places. arena.db is the last, because it makes the folder an arena.
constexpr std::array<const char*, 7> made_first = {uploads_folder, versions_folder, rules_folder, ladder_db,
                                                   links_csv,      teachers_link,   arena_db};

[[noreturn]] void fail(const std::string& what) {
    throw std::system_error(errno, std::generic_category(), what);
}

void sync(const std::string& path) {
    const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!fd || ::fsync(fd.get()) != 0) fail("writing '" + path + "' to disk");
}

OwnFolder own_folder(const char* path) {
    auto folder = OwnFolder::take(path, what_folder, OwnFolder::Writers::only_this_user);
    if (!folder) throw UserError(fmt::format("'{}' is missing in the folder of the arena", path));
    return *std::move(folder);
}

void give_places() {
    for (const char* name : made_first) {
        const fs::path made = fs::path(first) / name;
        if (fs::exists(fs::symlink_status(made))) fs::rename(made, name);
    }
    sync(".");
    fs::remove_all(first);
    sync(".");
}

/// Locks a folder for this process. A process that was killed may leave the lock for a moment to one that it was just
/// starting. Returns false, with errno, if it stays locked.
bool lock_soon(int folder) {
    const auto end = std::chrono::steady_clock::now() + 1s;
    while (::flock(folder, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK || std::chrono::steady_clock::now() > end) return false;
        std::this_thread::sleep_for(10ms);
    }
    return true;
}

}  // namespace

std::string upload_name(const HandIn& hand_in) {
    return hand_in.is_try() ? fmt::format("{}{}", name_of_try, hand_in.person) : hand_in.sha256;
}

bool is_upload_of_try(std::string_view name) {
    return name.starts_with(name_of_try);
}

ArenaFolder::ArenaFolder()
    : root_(own_folder(".")), uploads_(own_folder(uploads_folder)), versions_(own_folder(versions_folder)) {
    if (!lock_soon(root_.fd().get()))
        throw UserError(errno == EWOULDBLOCK ? "another process runs this arena: see --status"
                                             : fmt::format("the folder can't be locked: {}", std::strerror(errno)));
    if (::fchmod(root_.fd().get(), S_IRWXU) != 0) fail("closing the folder of the arena to other users");
    for (const std::string& name : versions_.names().value_or(std::vector<std::string>()))
        if (name.starts_with(handins::unfinished)) versions_.remove_all(name);  // an earlier process was killed
}

bool enter_folder(const std::string& path, bool make) {
    const bool made = make && ::mkdir(path.c_str(), S_IRWXU) == 0;
    if (make && !made && errno != EEXIST)
        throw UserError(fmt::format("{} '{}' can't be made: {}", what_folder, path, std::strerror(errno)));
    if (::chdir(path.c_str()) != 0)
        throw UserError(fmt::format("{} '{}' can't be entered: {}", what_folder, path, std::strerror(errno)));
    return made;
}

bool is_arena() {
    return fs::exists(arena_db) || fs::exists(fs::path(first) / complete);
}

void make_arena(const std::function<void()>& fill) {
    fs::remove_all(first);
    for (const char* name : made_first)
        if (fs::exists(fs::symlink_status(name)))
            throw UserError(fmt::format("'{}' is in the folder already: name an empty folder", name));
    if (::mkdir(first, S_IRWXU) != 0) fail("making the arena");
    for (const char* folder : {uploads_folder, versions_folder})
        if (::mkdir((fs::path(first) / folder).c_str(), S_IRWXU) != 0) fail("making the arena");
    fs::current_path(first);  // so that paths are what they will be
    try {
        fill();
    } catch (...) {
        fs::current_path("..");
        std::error_code ignored;
        fs::remove_all(first, ignored);
        throw;
    }
    fs::current_path("..");
    for (const auto& entry : fs::recursive_directory_iterator(first))
        sync(entry.path());
    sync(first);
    const UniqueFd mark(::open((fs::path(first) / complete).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!mark || ::fsync(mark.get()) != 0) fail("making the arena");
    sync(first);
    sync(".");
    give_places();
}

void complete_first_start() {
    if (fs::exists(fs::path(first) / complete)) give_places();
}

}  // namespace referee::arena
