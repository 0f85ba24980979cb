#include "referee/core/base/replaced_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "games/user_error.hpp"
#include "referee/core/base/file_kind.hpp"
#include "referee/core/base/trust.hpp"

namespace referee {

namespace {

std::string cannot_be_written(const std::string& path, std::string_view what, int error) {
    return fmt::format("{} '{}' can't be written: {}", what, path, std::strerror(error));
}

bool is_plain_file_or_new(const std::string& path) {
    std::error_code error;
    const auto status = std::filesystem::symlink_status(path, error);
    return !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
}

/// If the path is a link to a file, returns the link's target. Otherwise returns the path unchanged.
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
    return open_output(path, flags, what);
}

void write_all(const UniqueFd& fd, std::string_view bytes, const std::string& path, std::string_view what) {
    const auto before = is_regular(fd) ? ::lseek(fd.get(), 0, SEEK_END) : -1;
    int error = write_bytes(fd, bytes);
    if (error == 0) return;
    if (before >= 0 && ::ftruncate(fd.get(), before) != 0) error = errno;
    throw std::runtime_error(cannot_be_written(path, what, error));
}

void check_place_of_page(const std::string& path) {
    if (!holds_something(path) || kind_of_file(path) == FileKind::page) return;
    throw games::UserError(
        fmt::format("page '{}' would overwrite a file that referee has not made: name another file", path));
}

ReplacedFile::ReplacedFile(std::string path, std::string what) : what_(std::move(what)) {
    check_not_planted(path, what_);
    path_ = target_of(std::move(path));
    if (is_plain_file_or_new(path_)) fresh_.emplace(path_);
    if (!fresh_ || fresh_->error() != 0) {
        fresh_.reset();
        as_it_is_ = open_for_writing(path_, O_TRUNC, what_);
    }
}

void ReplacedFile::complete() {
    if (!fresh_) return;
    if (const int error = fresh_->take_place(FreshFile::IfThere::replace); error != 0) {
        throw std::runtime_error(cannot_be_written(path_, what_, error));
    }
}

}  // namespace referee
