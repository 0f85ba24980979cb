#include "referee/core/base/own_folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include "games/user_error.hpp"
#include "referee/core/base/fresh_file.hpp"
#include "referee/core/base/trust.hpp"

namespace referee {

namespace {

using games::UserError;

constexpr int folder_flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

std::optional<std::vector<std::string>> names_in(int folder) {
    UniqueFd again(::openat(folder, ".", folder_flags));
    const std::unique_ptr<DIR, int (*)(DIR*)> open(again ? ::fdopendir(again.get()) : nullptr, ::closedir);
    if (!open) return std::nullopt;
    static_cast<void>(again.release());
    std::vector<std::string> names;
    while (const dirent* entry = ::readdir(open.get())) {
        const std::string_view name = entry->d_name;
        if (name != "." && name != "..") names.emplace_back(name);
    }
    return names;
}

bool remove_all_in(int folder);

bool remove_tree(int folder, const std::string& name) {
    if (::unlinkat(folder, name.c_str(), 0) == 0 || errno == ENOENT) return true;
    if (errno != EISDIR && errno != EPERM) return false;
    const UniqueFd below(::openat(folder, name.c_str(), folder_flags));
    if (!below || !remove_all_in(below.get())) return false;
    return ::unlinkat(folder, name.c_str(), AT_REMOVEDIR) == 0 || errno == ENOENT;
}

bool remove_all_in(int folder) {
    const auto names = names_in(folder);
    if (!names) return false;
    bool all = true;
    for (const std::string& name : *names)
        all = remove_tree(folder, name) && all;
    return all;
}

}  // namespace

OwnFolder OwnFolder::make(const std::string& path, std::string_view what) {
    check_folder_above(path, what);
    // The group must never get the right to write. With mode 0777 it could, because the umask may allow it, and a
    // default ACL of the folder above overrides the umask.
    constexpr mode_t mode = S_IRWXU | S_IRGRP | S_IXGRP | S_IROTH | S_IXOTH;
    if (::mkdir(path.c_str(), mode) != 0 && errno != EEXIST)
        throw UserError(fmt::format("{} '{}' can't be created: {}", what, path, std::strerror(errno)));
    if (auto folder = take(path, what, Writers::only_this_user)) return *std::move(folder);
    throw UserError(fmt::format("{} '{}' can't be created: another process removes it", what, path));
}

std::optional<OwnFolder> OwnFolder::take(const std::string& path, std::string_view what, Writers writers) {
    UniqueFd fd(::open(path.c_str(), folder_flags));
    if (!fd && errno == ENOENT) return std::nullopt;
    if (!fd && (errno == ELOOP || errno == ENOTDIR))
        throw UserError(fmt::format(
            "{} '{}' is a link or a file, and must be a folder: remove it, or name another place", what, path));
    if (!fd) throw UserError(fmt::format("{} '{}' can't be read: {}", what, path, std::strerror(errno)));
    if (writers == Writers::only_this_user) check_folder_is_own(fd, path, what);
    return OwnFolder(path, std::move(fd));
}

std::optional<std::vector<std::string>> OwnFolder::names() const {
    return names_in(fd_.get());
}

std::optional<struct stat> OwnFolder::status_of(const std::string& name) const {
    struct stat status {};
    if (::fstatat(fd_.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return std::nullopt;
    return status;
}

UniqueFd OwnFolder::open(const std::string& name) const {
    return open_regular(fd_, name, O_RDONLY);
}

std::optional<std::string> OwnFolder::read(const std::string& name) const {
    const UniqueFd file = open(name);
    if (!file) return std::nullopt;
    std::string text;
    std::array<char, 65536> bytes{};
    for (;;) {
        const ssize_t count = ::read(file.get(), bytes.data(), bytes.size());
        if (count == 0) return text;
        if (count > 0) text.append(bytes.data(), static_cast<std::size_t>(count));
        if (count < 0 && errno != EINTR) return std::nullopt;
    }
}

int OwnFolder::write(const std::string& name, std::string_view text) const {
    FreshFile fresh(fd_, name);
    int error = fresh.error();
    if (error == 0) error = write_bytes(fresh.fd(), text);
    if (error == 0) error = fresh.take_place(FreshFile::IfThere::replace);
    return error;
}

bool OwnFolder::remove(const std::string& name) const {
    return ::unlinkat(fd_.get(), name.c_str(), 0) == 0;
}

bool OwnFolder::remove_all(const std::string& name) const {
    return remove_tree(fd_.get(), name);
}

bool OwnFolder::remove_itself() const {
    remove_all_in(fd_.get());
    struct stat mine {
    }, there{};
    if (::fstat(fd_.get(), &mine) != 0 || ::lstat(path_.c_str(), &there) != 0) return errno == ENOENT;
    if (mine.st_dev != there.st_dev || mine.st_ino != there.st_ino) return true;  // another folder is there now
    return ::rmdir(path_.c_str()) == 0 || errno == ENOENT;
}

}  // namespace referee
