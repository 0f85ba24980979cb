#include "referee/files/replaced_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <random>
#include <stdexcept>

#include "games/user_error.hpp"
#include "referee/files/file_kind.hpp"
#include "referee/system/clock.hpp"

namespace referee {

namespace {

/// How long a pipe that nobody reads is waited for.
constexpr auto patience_with_readers = std::chrono::seconds(10);

std::string cannot_be_written(const std::string& path, std::string_view what, int error) {
    return fmt::format("{} '{}' can't be written: {}", what, path, std::strerror(error));
}

bool is_plain_file_or_new(const std::string& path) {
    std::error_code error;
    const auto status = std::filesystem::symlink_status(path, error);
    return !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
}

std::string folder_of(const std::string& path) {
    const std::string folder = std::filesystem::path(path).parent_path();
    return folder.empty() ? "." : folder;
}

/// A name in the same folder that no other file has: it ends with 64 random bits.
std::string new_name_beside(const std::string& path) {
    std::random_device random;
    return fmt::format("{}/.referee-{:08x}{:08x}.part", folder_of(path), random(), random());
}

/// By which a file that has no name can be given one.
std::string link_to(const UniqueFd& fd) {
    return fmt::format("/proc/self/fd/{}", fd.get());
}

/// Where a link to a file leads; any other path as it is.
std::string target_of(std::string path) {
    std::error_code error;
    const bool link = std::filesystem::is_symlink(path, error) && std::filesystem::is_regular_file(path, error);
    return link ? std::filesystem::canonical(path, error).string() : path;
}

}  // namespace

bool is_regular(const UniqueFd& fd) {
    struct stat status {};
    return ::fstat(fd.get(), &status) == 0 && S_ISREG(status.st_mode);
}

UniqueFd open_for_writing(const std::string& path, int flags, std::string_view what) {
    UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0666));
    if (!fd) throw games::UserError(cannot_be_written(path, what, errno));
    if (!is_regular(fd)) ::fcntl(fd.get(), F_SETFL, ::fcntl(fd.get(), F_GETFL) | O_NONBLOCK);
    return fd;
}

void write_all(const UniqueFd& fd, std::string_view bytes, const std::string& path, std::string_view what) {
    const auto before = is_regular(fd) ? ::lseek(fd.get(), 0, SEEK_END) : -1;
    while (!bytes.empty()) {
        const auto count = ::write(fd.get(), bytes.data(), bytes.size());
        int error = count < 0 ? errno : 0;
        if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
        if (error == EAGAIN) {
            std::array<pollfd, 1> writable = {{{fd.get(), POLLOUT, 0}}};
            error = wait_until(writable, Clock::now() + patience_with_readers) ? 0 : ETIMEDOUT;
        }
        if (error == 0 || error == EINTR) continue;
        if (before >= 0 && ::ftruncate(fd.get(), before) != 0) error = errno;
        throw std::runtime_error(cannot_be_written(path, what, error));
    }
}

void check_place_of_page(const std::string& path) {
    if (!holds_something(path) || kind_of_file(path) == FileKind::page) return;
    throw games::UserError(
        fmt::format("page '{}' would overwrite a file that referee has not made: name another file", path));
}

ReplacedFile::ReplacedFile(std::string path, std::string what)
    : path_(target_of(std::move(path))), what_(std::move(what)) {
    if (is_plain_file_or_new(path_)) open_beside();
    if (!fd_) fd_ = open_for_writing(path_, O_TRUNC, what_);
}

/// Leaves fd_ empty where the folder takes no new file.
void ReplacedFile::open_beside() {
    fd_ = UniqueFd(::open(folder_of(path_).c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666));
    unnamed_ = fd_ && ::access(link_to(fd_).c_str(), F_OK) == 0;
    if (unnamed_) return;
    // Not every file system has files without a name.
    part_ = new_name_beside(path_);
    fd_ = UniqueFd(::open(part_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!fd_) part_.clear();
}

ReplacedFile::~ReplacedFile() {
    if (!part_.empty()) ::unlink(part_.c_str());
}

void ReplacedFile::complete() {
    if (unnamed_) {
        const std::string name = new_name_beside(path_);
        if (::linkat(AT_FDCWD, link_to(fd_).c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) != 0) {
            throw std::runtime_error(cannot_be_written(path_, what_, errno));
        }
        part_ = name;
        unnamed_ = false;
    }
    if (part_.empty()) return;
    if (std::rename(part_.c_str(), path_.c_str()) != 0) {
        throw std::runtime_error(cannot_be_written(path_, what_, errno));
    }
    part_.clear();
}

}  // namespace referee
