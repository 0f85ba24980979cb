#include "referee/core/base/fresh_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cassert>
#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "referee/core/base/clock.hpp"
#include "referee/core/base/random_bits.hpp"
#include "referee/core/base/trust.hpp"

namespace referee {

namespace {

/// The maximum time to wait for the reader of a pipe.
constexpr auto patience_with_readers = std::chrono::seconds(10);

/// A unique name. It contains 64 random bits.
std::string new_name() {
    return fmt::format(".referee-{:016x}.part", random_bits());
}

/// The path through which a file without a name can be linked to a name.
std::string link_to(const UniqueFd& fd) {
    return fmt::format("/proc/self/fd/{}", fd.get());
}

/// Writes the content of a file to the disk. Ignores EINVAL, which means that the file system can't sync. Returns an
/// error number, or 0.
int sync(const UniqueFd& fd) {
    return ::fsync(fd.get()) == 0 || errno == EINVAL ? 0 : errno;
}

/// Writes the names of the files in a folder to the disk, if the folder can be read. Returns an error number, or 0.
int sync_names_in(const UniqueFd& folder) {
    const UniqueFd fd(::openat(folder.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!fd) return errno == EACCES ? 0 : errno;
    return sync(fd);
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

FreshFile::FreshFile(const std::string& path) : name_(std::filesystem::path(path).filename()) {
    folder_ = UniqueFd(::open(folder_of(path).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (folder_) {
        make();
    } else {
        error_ = errno;
    }
}

FreshFile::FreshFile(const UniqueFd& folder, std::string name)
    : folder_(::openat(folder.get(), ".", O_PATH | O_DIRECTORY | O_CLOEXEC)), name_(std::move(name)) {
    if (folder_) {
        make();
    } else {
        error_ = errno;
    }
}

void FreshFile::make() {
    fd_ = UniqueFd(::openat(folder_.get(), ".", O_RDWR | O_TMPFILE | O_CLOEXEC, 0666));
    if (fd_ && ::access(link_to(fd_).c_str(), F_OK) == 0) return;
    // The file gets a temporary name if the file system does not support files without a name, or if /proc, through
    // which such a file is named later, is missing.
    std::string name = new_name();
    fd_ = UniqueFd(::openat(folder_.get(), name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (fd_) {
        part_ = std::move(name);
    } else {
        error_ = errno;
    }
}

FreshFile::~FreshFile() {
    if (!part_.empty()) ::unlinkat(folder_.get(), part_.c_str(), 0);
}

bool FreshFile::link_as(const std::string& name) const {
    return ::linkat(AT_FDCWD, link_to(fd_).c_str(), folder_.get(), name.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

int FreshFile::take_place(IfThere if_there) {
    assert(fd_);
    if (const int error = sync(fd_); error != 0) return error;
    if (const int error = take_name(if_there); error != 0) return error;
    return sync_names_in(folder_);
}

int FreshFile::take_name(IfThere if_there) {
    const bool replaces = if_there == IfThere::replace;
    if (part_.empty() && !replaces) return link_as(name_) ? 0 : errno;
    if (part_.empty()) {
        std::string name = new_name();
        if (!link_as(name)) return errno;
        part_ = std::move(name);
    }
    bool moved =
        ::renameat2(folder_.get(), part_.c_str(), folder_.get(), name_.c_str(), replaces ? 0 : RENAME_NOREPLACE) == 0;
    // Some file systems don't support RENAME_NOREPLACE.
    if (!moved && errno == EINVAL && !replaces)
        moved = ::renameat(folder_.get(), part_.c_str(), folder_.get(), name_.c_str()) == 0;
    if (!moved) return errno;
    part_.clear();
    return 0;
}

}  // namespace referee
