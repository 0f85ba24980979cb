#include "referee/log_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "games/user_error.hpp"
#include "referee/clock.hpp"
#include "referee/output.hpp"
#include "referee/unique_fd.hpp"

namespace referee {

namespace {

using games::UserError;
using protocol::Layout;
using protocol::MatchLog;

/// How long a pipe that nobody reads is waited for.
constexpr auto patience_with_readers = std::chrono::seconds(10);

std::string cannot_be_written(const std::string& path, int error) {
    return fmt::format("log '{}' can't be written: {}", path, std::strerror(error));
}

bool is_regular(const UniqueFd& fd) {
    struct stat status {};
    return ::fstat(fd.get(), &status) == 0 && S_ISREG(status.st_mode);
}

/// Writing to what comes of it blocks only where it is a regular file.
UniqueFd open_for_writing(const std::string& path, int flags) {
    UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0666));
    if (!fd) throw UserError(cannot_be_written(path, errno));
    if (!is_regular(fd)) ::fcntl(fd.get(), F_SETFL, ::fcntl(fd.get(), F_GETFL) | O_NONBLOCK);
    return fd;
}

/// Writes all or, into a regular file, nothing.
void write_all(const UniqueFd& fd, std::string_view bytes, const std::string& path) {
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
        throw std::runtime_error(cannot_be_written(path, error));
    }
}

class StdoutLog final : public LogFile {
public:
    explicit StdoutLog(Layout layout) : layout_(layout) {}
    void write(const MatchLog& log) override {
        print(to_json(log, layout_));
        if (stdout_failed()) throw std::runtime_error("the log can't be written to stdout");
    }

private:
    Layout layout_;
};

class SingleLog final : public LogFile {
public:
    /// Fails now rather than after the match if the file can't be written.
    explicit SingleLog(std::string path) : path_(std::move(path)), fd_(open_for_writing(path_, 0)) {}
    void write(const MatchLog& log) override {
        if (is_regular(fd_)) {
            write_single_log(path_, log);
        } else {  // a pipe or a device: a reader of a pipe is lost where it is opened again
            write_all(fd_, to_json(log, Layout::readable), path_);
        }
    }

private:
    std::string path_;
    UniqueFd fd_;
};

class LinesLog final : public LogFile {
public:
    explicit LinesLog(std::string path) : path_(std::move(path)), fd_(open_for_writing(path_, O_TRUNC | O_APPEND)) {}
    void write(const MatchLog& log) override { write_all(fd_, to_json(log, Layout::one_line), path_); }

private:
    std::string path_;
    UniqueFd fd_;
};

bool is_plain_file_or_new(const std::string& path) {
    std::error_code error;
    const auto status = std::filesystem::symlink_status(path, error);
    return !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
}

std::ifstream open_for_reading(const std::string& path) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) throw UserError(fmt::format("log '{}' is a directory", path));
    std::ifstream file(path, std::ios::binary);
    if (!file) throw UserError(fmt::format("log '{}' can't be read: {}", path, std::strerror(errno)));
    return file;
}

bool is_blank(std::string_view text) {
    return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

}  // namespace

std::unique_ptr<LogFile> open_log(const std::string& path, int games) {
    if (path == "-") return std::make_unique<StdoutLog>(games == 1 ? Layout::readable : Layout::one_line);
    if (games == 1) return std::make_unique<SingleLog>(path);
    return std::make_unique<LinesLog>(path);
}

void write_single_log(const std::string& path, const MatchLog& log) {
    const std::string text = to_json(log, Layout::readable);
    const std::string fresh = path + ".part";
    const UniqueFd part(
        is_plain_file_or_new(path) ? ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : -1);
    if (!part) {  // a pipe or a device can't be replaced, nor can a file in a folder that takes no new one
        write_all(open_for_writing(path, O_TRUNC), text, path);
        return;
    }
    try {
        write_all(part, text, path);
    } catch (const std::runtime_error&) {
        ::unlink(fresh.c_str());
        throw;
    }
    if (std::rename(fresh.c_str(), path.c_str()) != 0) throw std::runtime_error(cannot_be_written(path, errno));
}

void read_logs(const std::string& path, const std::function<void(const MatchLog&, const std::string&)>& use) {
    std::ifstream file = open_for_reading(path);
    const auto take = [&](const std::string& text, const std::string& place) {
        std::string problem;
        const auto log = protocol::parse_match_log(text, problem);
        if (!log) throw UserError(fmt::format("log '{}' is damaged: {}", place, problem));
        use(*log, place);
    };
    int number = 0;
    int matches = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        if (is_blank(line)) continue;
        ++matches;
        // Where many matches go one a line, the first line is a whole one; otherwise the file is one match.
        const bool whole = line[line.find_last_not_of(" \t\r")] == '}';
        if (matches == 1 && !whole) {
            line += '\n';
            line.append(std::istreambuf_iterator<char>(file), {});
            take(line, path);
        } else {
            take(line, matches == 1 && file.peek() == EOF ? path : fmt::format("{}:{}", path, number));
        }
    }
    if (file.bad()) throw UserError(fmt::format("log '{}' can't be read to its end", path));
    if (matches == 0) throw UserError(fmt::format("log '{}' is empty: there is no match in it", path));
}

}  // namespace referee
