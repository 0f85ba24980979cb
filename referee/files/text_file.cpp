#include "referee/files/text_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "games/user_error.hpp"
#include "referee/files/fresh_file.hpp"
#include "referee/files/input_file.hpp"
#include "referee/files/trust.hpp"
#include "referee/system/unique_fd.hpp"
#include "referee/terminal/output.hpp"

namespace referee {

namespace {

[[noreturn]] void fail_to_write(const std::string& path, int error) {
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
    const UniqueFd fd = open_output(path, O_TRUNC, "file");
    if (const int error = write_bytes(fd, text); error != 0) fail_to_write(path, error);
}

}  // namespace referee
