#include "referee/core/base/text_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "games/user_error.hpp"
#include "referee/core/base/fresh_file.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/trust.hpp"
#include "referee/core/base/unique_fd.hpp"

namespace referee {

namespace {

using games::UserError;
using protocol::Json;

[[noreturn]] void fail_to_write(const std::string& path, int error) {
    throw UserError(fmt::format("file '{}' can't be written: {}", path, std::strerror(error)));
}

[[noreturn]] void fail_to_read(const std::string& what) {
    throw UserError(fmt::format("{} can't be read: {}", what, std::strerror(errno)));
}

/// Whether this is an unnamed pipe of the shell or of a parent process. Such a pipe has, or has had, a writer.
bool has_no_name(int fd) {
    std::error_code error;
    const auto link = std::filesystem::read_symlink(fmt::format("/proc/self/fd/{}", fd), error);
    return link.string().starts_with("pipe:[");
}

void refuse_kind(mode_t mode, const std::string& what) {
    if (S_ISDIR(mode)) throw UserError(what + " is a directory");
    if (S_ISFIFO(mode)) {
        throw UserError(what +
                        " is a named pipe, which may never get a writer: give a file, or a pipe as "
                        "/dev/stdin");
    }
    if (!S_ISREG(mode)) throw UserError(what + " is a device or a socket: give a file, or a pipe as /dev/stdin");
}

/// The position of a byte as "line 3, column 7". `byte` is counted from 1; columns are counted in characters.
std::string place_in(std::string_view text, std::size_t byte) {
    const auto before = text.substr(0, byte > 0 ? std::min(byte - 1, text.size()) : 0);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const auto begin = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    const auto column = std::count_if(before.begin() + static_cast<std::ptrdiff_t>(begin), before.end(),
                                      [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
    return fmt::format("line {}, column {}", line, column + 1);
}

/// The library's message without the library's description of the position.
std::string what_of(std::string_view what) {
    const auto begin = what.find("syntax error");
    return harmless(what.substr(begin == std::string_view::npos ? 0 : begin));
}

}  // namespace

std::string read_text_file(const std::string& path) {
    return read_long_text_file(path, max_text_file);
}

std::string read_long_text_file(const std::string& path, std::size_t max_bytes) {
    if (path.empty()) throw UserError("the name of a file is missing");
    InputFile file(path, fmt::format("file '{}'", path));
    std::string text;
    while (file.read_some(text, max_bytes)) {
    }
    return text;
}

void write_text_file(const std::string& path, std::string_view text) {
    const UniqueFd fd = open_output(path, O_TRUNC, "file");
    if (const int error = write_bytes(fd, text); error != 0) fail_to_write(path, error);
}

// Without O_NONBLOCK, open() would block until a named pipe has a writer.
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
        throw UserError(fmt::format("{} is too large: it must be smaller than {} MiB", what_, max_bytes >> 20));
    return count > 0;
}

Json parse_written_json(std::string_view text, const std::string& file) {
    std::vector<std::set<std::string>> keys;  // the keys of each open object
    const auto see = [&](int, Json::parse_event_t event, Json& value) {
        if (event == Json::parse_event_t::object_start) keys.emplace_back();
        if (event == Json::parse_event_t::object_end) keys.pop_back();
        if (event == Json::parse_event_t::key && !keys.back().insert(value.get<std::string>()).second) {
            throw UserError(fmt::format("{}: the key '{}' occurs twice in one object: remove one", file,
                                        harmless(value.get<std::string>())));
        }
        return true;
    };
    if (const auto excess = protocol::excess_of(text))
        throw UserError(fmt::format("{}, {}: this JSON {}", file, place_in(text, excess->byte), excess->what));
    try {
        return Json::parse(text, see);
    } catch (const Json::parse_error& error) {
        throw UserError(
            fmt::format("{}, {}: invalid JSON: {}", file, place_in(text, error.byte), what_of(error.what())));
    } catch (const Json::exception& error) {
        throw UserError(fmt::format("{}: invalid JSON: {}", file, what_of(error.what())));
    }
}

}  // namespace referee
