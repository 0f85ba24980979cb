#include "referee/core/base/trust.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <optional>
#include <thread>

#include "games/user_error.hpp"
#include "referee/core/base/clock.hpp"

namespace referee {

namespace {

using games::UserError;
using namespace std::chrono_literals;

constexpr auto patience_with_reader = 2s;
constexpr auto between_tries = 10ms;

[[noreturn]] void cannot_be_written(const std::string& path, std::string_view what, std::string_view why) {
    throw UserError(fmt::format("{} '{}' can't be written: {}", what, path, why));
}

/// The status of the folder above a path, if all users may write into it.
std::optional<struct stat> open_to_all_above(const std::string& path) {
    struct stat folder {};
    const bool found = ::stat(folder_of(path).c_str(), &folder) == 0;
    return found && (folder.st_mode & S_IWOTH) != 0 ? std::optional(folder) : std::nullopt;
}

/// Throws games::UserError if another user may have planted the file at `path`. `folder` is the status of its folder.
/// `there` is the status of the file, as returned by lstat() or fstat().
void refuse_if_planted(const struct stat& folder, const struct stat& there, const std::string& path,
                       std::string_view what) {
    if (there.st_uid != ::geteuid() && there.st_uid != 0 && there.st_uid != folder.st_uid)
        throw UserError(
            fmt::format("{} '{}' belongs to another user (uid {}), in a folder in which all users may write: name "
                        "another place, or "
                        "remove it",
                        what, path, there.st_uid));
    if (S_ISREG(there.st_mode) && there.st_nlink > 1)
        throw UserError(
            fmt::format("{} '{}' is a hard link, in a folder in which all users may write: name another "
                        "place, or remove it",
                        what, path));
}

/// Opens a file for writing, and waits until a named pipe has a reader. Follows links, unless O_NOFOLLOW is among the
/// flags. Sets errno to EPIPE if the pipe gets no reader in time.
UniqueFd open_patiently(const std::string& path, int flags) {
    const TimePoint deadline = Clock::now() + patience_with_reader;
    for (;;) {
        UniqueFd fd(::open(path.c_str(), flags | O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666));
        struct stat status {};
        const bool waits = !fd && errno == ENXIO && ::stat(path.c_str(), &status) == 0 && S_ISFIFO(status.st_mode);
        if (!waits) return fd;
        errno = EPIPE;
        if (Clock::now() >= deadline) return fd;
        std::this_thread::sleep_for(between_tries);
    }
}

std::string reason_of(int error) {
    if (error == EPIPE) return "nobody reads this named pipe; start its reader first";
    return std::strerror(error);
}

}  // namespace

std::string folder_of(const std::string& path) {
    const std::string folder = std::filesystem::path(path).parent_path();
    return folder.empty() ? "." : folder;
}

void check_folder_is_own(const UniqueFd& folder, const std::string& path, std::string_view what) {
    struct stat status {};
    if (::fstat(folder.get(), &status) != 0)
        throw UserError(fmt::format("{} '{}' can't be read: {}", what, path, std::strerror(errno)));
    if (status.st_uid != ::geteuid())
        throw UserError(
            fmt::format("{} '{}' belongs to another user (uid {}), who could have put anything there: remove that "
                        "folder, or name another place",
                        what, path, status.st_uid));
    if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
        throw UserError(
            fmt::format("other users may write to the {} '{}' (mode {:04o}): if you trust its contents, chmod go-w it; "
                        "otherwise remove it",
                        what, path, status.st_mode & 07777));
}

bool all_may_rename_in(const std::string& folder) {
    struct stat status {};
    return ::stat(folder.c_str(), &status) == 0 && (status.st_mode & S_IWOTH) != 0 && (status.st_mode & S_ISVTX) == 0;
}

void check_folder_above(const std::string& path, std::string_view what) {
    if (!all_may_rename_in(folder_of(path))) return;
    throw UserError(
        fmt::format("all users may rename files in '{}', such as the {}: use a folder of your own, or chmod o-w it",
                    folder_of(path), what));
}

void check_not_planted(const std::string& path, std::string_view what) {
    const auto folder = open_to_all_above(path);
    struct stat there {};
    if (folder && ::lstat(path.c_str(), &there) == 0) refuse_if_planted(*folder, there, path, what);
}

UniqueFd open_output(const std::string& path, int flags, std::string_view what) {
    const auto folder = open_to_all_above(path);
    const int safe_flags = (flags & ~O_TRUNC) | (folder ? O_NOFOLLOW : 0);
    UniqueFd fd = open_patiently(path, safe_flags);
    if (!fd && folder && errno == ELOOP) {
        check_not_planted(path, what);
        fd = open_patiently(path, safe_flags & ~O_NOFOLLOW);
    }
    struct stat status {};
    if (!fd || ::fstat(fd.get(), &status) != 0) {
        const int error = errno;
        check_not_planted(path, what);
        cannot_be_written(path, what, reason_of(error));
    }
    if (folder) refuse_if_planted(*folder, status, path, what);
    if ((flags & O_TRUNC) != 0 && S_ISREG(status.st_mode) && ::ftruncate(fd.get(), 0) != 0)
        cannot_be_written(path, what, std::strerror(errno));
    return fd;
}

UniqueFd open_regular(const UniqueFd& folder, const std::string& name, int flags, mode_t mode) {
    UniqueFd fd(::openat(folder.get(), name.c_str(), flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, mode));
    struct stat status {};
    if (!fd || ::fstat(fd.get(), &status) != 0) return UniqueFd();
    if (S_ISREG(status.st_mode)) return fd;
    errno = EINVAL;
    return UniqueFd();
}

}  // namespace referee
