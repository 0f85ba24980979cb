#include "referee/files/fresh_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cassert>
#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "referee/system/clock.hpp"
#include "referee/system/random_bits.hpp"

namespace referee {

namespace {

/// The time to wait for a reader of a pipe.
constexpr auto patience_with_readers = std::chrono::seconds(10);

std::string folder_of(const std::string& path) {
    const std::string folder = std::filesystem::path(path).parent_path();
    return folder.empty() ? "." : folder;
}

/// A name in the same folder that no other file has: it ends with 64 random bits.
std::string new_name_beside(const std::string& path) {
    return fmt::format("{}/.referee-{:016x}.part", folder_of(path), random_bits());
}

/// By which a file that has no name can be given one.
std::string link_to(const UniqueFd& fd) {
    return fmt::format("/proc/self/fd/{}", fd.get());
}

/// A file system that can't sync says EINVAL; nothing is to be done about it.
int sync(const UniqueFd& fd) {
    return ::fsync(fd.get()) == 0 || errno == EINVAL ? 0 : errno;
}

}  // namespace

int write_bytes(const UniqueFd& fd, std::string_view bytes) {
    while (!bytes.empty()) {
        const auto count = ::write(fd.get(), bytes.data(), bytes.size());
        if (count >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(count));
        } else if (errno == EAGAIN) {
            std::array<pollfd, 1> writable = {{{fd.get(), POLLOUT, 0}}};
            if (!wait_until(writable, Clock::now() + patience_with_readers)) return ETIMEDOUT;
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

int sync_folder(const std::string& folder) {
    const UniqueFd fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!fd) return errno == EACCES ? 0 : errno;
    return sync(fd);
}

FreshFile::FreshFile(std::string path)
    : path_(std::move(path)), fd_(::open(folder_of(path_).c_str(), O_RDWR | O_TMPFILE | O_CLOEXEC, 0666)) {
    if (fd_ && ::access(link_to(fd_).c_str(), F_OK) == 0) return;
    // Not every file system has files without a name, and without /proc they stay so.
    std::string name = new_name_beside(path_);
    fd_ = UniqueFd(::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (fd_) {
        part_ = std::move(name);
    } else {
        error_ = errno;
    }
}

FreshFile::~FreshFile() {
    if (!part_.empty()) ::unlink(part_.c_str());
}

bool FreshFile::link_as(const std::string& name) const {
    return ::linkat(AT_FDCWD, link_to(fd_).c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

int FreshFile::take_place(IfThere if_there) {
    assert(fd_);
    if (const int error = sync(fd_); error != 0) return error;
    if (const int error = take_name(if_there); error != 0) return error;
    return sync_folder(folder_of(path_));
}

int FreshFile::take_name(IfThere if_there) {
    const bool replaces = if_there == IfThere::replace;
    if (part_.empty() && !replaces) return link_as(path_) ? 0 : errno;
    if (part_.empty()) {
        std::string name = new_name_beside(path_);
        if (!link_as(name)) return errno;
        part_ = std::move(name);
    }
    bool moved = ::renameat2(AT_FDCWD, part_.c_str(), AT_FDCWD, path_.c_str(), replaces ? 0 : RENAME_NOREPLACE) == 0;
    // Some file systems can't promise not to replace.
    if (!moved && errno == EINVAL && !replaces) moved = std::rename(part_.c_str(), path_.c_str()) == 0;
    if (!moved) return errno;
    part_.clear();
    return 0;
}

}  // namespace referee
