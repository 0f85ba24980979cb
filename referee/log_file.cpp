#include "referee/log_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "games/user_error.hpp"
#include "referee/output.hpp"
#include "referee/replaced_file.hpp"
#include "referee/unique_fd.hpp"

namespace referee {

namespace {

using games::UserError;
using protocol::Layout;
using protocol::MatchLog;

/// What the file is, in messages.
constexpr std::string_view what = "log";

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
    explicit SingleLog(std::string path) : path_(std::move(path)), fd_(open_for_writing(path_, 0, what)) {}
    void write(const MatchLog& log) override {
        if (is_regular(fd_)) {
            write_single_log(path_, log);
        } else {  // a pipe or a device: a reader of a pipe is lost where it is opened again
            write_all(fd_, to_json(log, Layout::readable), path_, what);
        }
    }

private:
    std::string path_;
    UniqueFd fd_;
};

class LinesLog final : public LogFile {
public:
    explicit LinesLog(std::string path)
        : path_(std::move(path)), fd_(open_for_writing(path_, O_TRUNC | O_APPEND, what)) {}
    void write(const MatchLog& log) override { write_all(fd_, to_json(log, Layout::one_line), path_, what); }

private:
    std::string path_;
    UniqueFd fd_;
};

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
    ReplacedFile file(path, std::string(what));
    file.write(to_json(log, Layout::readable));
    file.complete();
}

void read_logs(const std::string& path, const std::function<void(const MatchLog&, const std::string&)>& use) {
    std::ifstream file = open_for_reading(path);
    const auto take = [&](const std::string& text, const std::string& place) {
        std::string problem;
        const auto log = protocol::parse_match_log(text, problem);
        if (!log && text.starts_with("SQLite format 3")) {
            throw UserError(fmt::format(
                "'{}' is no log, but a tournament's file: see it with referee serve, or referee report", path));
        }
        if (!log && problem.starts_with("format is \"referee-match/")) {
            throw UserError(fmt::format("log '{}' was written by another version of referee: its {}", place, problem));
        }
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
