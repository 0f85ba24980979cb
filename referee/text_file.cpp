#include "referee/text_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "games/user_error.hpp"
#include "referee/output.hpp"
#include "referee/unique_fd.hpp"

namespace referee {

namespace {

[[noreturn]] void fail(const std::string& path, const char* what) {
    const int error = errno;
    throw games::UserError(fmt::format("file '{}' can't be {}: {}", harmless(path), what, std::strerror(error)));
}

UniqueFd opened(const std::string& path, int flags, const char* what) {
    UniqueFd fd(::open(path.c_str(), flags | O_CLOEXEC, 0666));
    if (!fd) fail(path, what);
    return fd;
}

}  // namespace

std::string read_text_file(const std::string& path) {
    if (path.empty()) throw games::UserError("the name of a file is missing");
    const UniqueFd fd = opened(path, O_RDONLY, "read");
    std::string text;
    for (;;) {
        const std::size_t begin = text.size();
        text.resize(begin + 65536);
        const auto count = ::read(fd.get(), text.data() + begin, text.size() - begin);
        text.resize(begin + static_cast<std::size_t>(count < 0 ? 0 : count));
        if (count == 0) return text;
        if (count < 0 && errno != EINTR) fail(path, "read");
        if (text.size() > largest_text_file) {
            throw games::UserError(fmt::format("file '{}' has more than {} MiB: that is no file of a game",
                                               harmless(path), largest_text_file >> 20));
        }
    }
}

void write_text_file(const std::string& path, std::string_view text) {
    const UniqueFd fd = opened(path, O_WRONLY | O_CREAT | O_TRUNC, "written");
    while (!text.empty()) {
        const auto count = ::write(fd.get(), text.data(), text.size());
        if (count < 0 && errno != EINTR) fail(path, "written");
        if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
    }
}

}  // namespace referee
