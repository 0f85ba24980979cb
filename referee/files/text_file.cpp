#include "referee/files/text_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "games/user_error.hpp"
#include "referee/files/input_file.hpp"
#include "referee/system/unique_fd.hpp"
#include "referee/terminal/output.hpp"

namespace referee {

namespace {

[[noreturn]] void fail_to_write(const std::string& path) {
    const int error = errno;
    throw games::UserError(fmt::format("file '{}' can't be written: {}", harmless(path), std::strerror(error)));
}

}  // namespace

std::string read_text_file(const std::string& path) {
    if (path.empty()) throw games::UserError("the name of a file is missing");
    InputFile file(path, fmt::format("file '{}'", harmless(path)));
    std::string text;
    while (file.read_some(text, max_text_file)) {
    }
    return text;
}

void write_text_file(const std::string& path, std::string_view text) {
    const UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (!fd) fail_to_write(path);
    while (!text.empty()) {
        const auto count = ::write(fd.get(), text.data(), text.size());
        if (count < 0 && errno != EINTR) fail_to_write(path);
        if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
    }
}

}  // namespace referee
