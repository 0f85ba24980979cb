#include "referee/files/input_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "games/user_error.hpp"

namespace referee {

namespace {

using games::UserError;

[[noreturn]] void fail_to_read(const std::string& what) {
    throw UserError(fmt::format("{} can't be read: {}", what, std::strerror(errno)));
}

/// A pipe of the shell or of a parent process: it has a writer, or has had one.
bool has_no_name(int fd) {
    std::error_code error;
    const auto link = std::filesystem::read_symlink(fmt::format("/proc/self/fd/{}", fd), error);
    return link.string().starts_with("pipe:[");
}

void refuse_kind(mode_t mode, const std::string& what) {
    if (S_ISDIR(mode)) throw UserError(what + " is a directory");
    if (S_ISFIFO(mode)) {
        throw UserError(what +
                        " is a named pipe, to which perhaps nobody ever writes: give a file, or a pipe as "
                        "/dev/stdin");
    }
    if (!S_ISREG(mode)) throw UserError(what + " is a device or a socket: give a file, or a pipe as /dev/stdin");
}

}  // namespace

// Without O_NONBLOCK the call would wait for somebody to write to a named pipe.
InputFile::InputFile(const std::string& path, std::string what)
    : what_(std::move(what)), fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {
    struct stat status {};
    if (!fd_ || ::fstat(fd_.get(), &status) != 0) fail_to_read(what_);
    if (S_ISFIFO(status.st_mode) && has_no_name(fd_.get())) {
        if (::fcntl(fd_.get(), F_SETFL, 0) != 0) fail_to_read(what_);
        return;
    }
    refuse_kind(status.st_mode, what_);
}

bool InputFile::read_some(std::string& text, std::size_t max_bytes) {
    constexpr std::size_t usual_part = 256 * 1024;
    const std::size_t begin = text.size();
    const std::size_t part = std::min(usual_part, max_bytes - begin);
    text.resize(begin + part);
    ssize_t count = 0;
    do {
        count = ::read(fd_.get(), text.data() + begin, part);
    } while (count < 0 && errno == EINTR);
    if (count < 0) fail_to_read(what_);
    text.resize(begin + static_cast<std::size_t>(count));
    if (text.size() == max_bytes)
        throw UserError(fmt::format("{} has {} MiB or more: that is too large", what_, max_bytes >> 20));
    return count > 0;
}

}  // namespace referee
