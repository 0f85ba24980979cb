#include "referee/replaced_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "games/user_error.hpp"
#include "referee/clock.hpp"

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

ReplacedFile::ReplacedFile(std::string path, std::string what) : path_(std::move(path)), what_(std::move(what)) {
    const std::string part = path_ + ".part";
    if (is_plain_file_or_new(path_)) {
        fd_ = UniqueFd(::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    }
    if (fd_) {
        part_ = part;
    } else {
        fd_ = open_for_writing(path_, O_TRUNC, what_);
    }
}

ReplacedFile::~ReplacedFile() {
    if (!part_.empty()) ::unlink(part_.c_str());
}

void ReplacedFile::complete() {
    if (part_.empty()) return;
    if (std::rename(part_.c_str(), path_.c_str()) != 0) {
        throw std::runtime_error(cannot_be_written(path_, what_, errno));
    }
    part_.clear();
}

}  // namespace referee
