#include "referee/core/base/log_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "games/user_error.hpp"
#include "referee/core/base/file_kind.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/replaced_file.hpp"
#include "referee/core/base/text_file.hpp"
#include "referee/core/base/unique_fd.hpp"

namespace referee {

namespace {

using games::UserError;
using protocol::Layout;
using protocol::MatchLog;

/// The word for this kind of file in messages.
constexpr std::string_view log_word = "log";

class StdoutLog final : public LogFile {
public:
    explicit StdoutLog(Layout layout) : layout_(layout) {}
    void write(const MatchLog& log) override {
        print(to_json(log, layout_));
        check_stdout();
    }

private:
    Layout layout_;
};

void check_place(const std::string& path, bool force) {
    if (!holds_something(path)) return;
    if (kind_of_file(path) != FileKind::match_log) {
        throw UserError(
            fmt::format("log '{}' would overwrite a file that is not a match log: name another file", path));
    }
    if (!force) {
        throw UserError(
            fmt::format("log '{}' already exists: add --force to overwrite it, or name another file", path));
    }
}

/// Opens a log, and locks it against other referees for as long as it is open.
UniqueFd open_alone(const std::string& path, int flags, bool force) {
    check_place(path, force);
    UniqueFd fd = open_for_writing(path, flags, log_word);
    // If the file system does not support locks, the file is accepted without one.
    if (is_regular(fd) && ::flock(fd.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        throw UserError(fmt::format("log '{}' is being written by another process: name another file", path));
    }
    check_place(path, force);  // the previous holder of the lock may just have written a match
    return fd;
}

class SingleLog final : public LogFile {
public:
    /// Opens the file at once, so that an error is reported before the match.
    SingleLog(std::string path, bool force) : path_(std::move(path)), fd_(open_alone(path_, 0, force)) {}
    void write(const MatchLog& log) override {
        if (is_regular(fd_)) {
            write_single_log(path_, log);
        } else {  // a pipe or a device; closing and reopening a pipe would lose its reader
            write_all(fd_, to_json(log, Layout::readable), path_, log_word);
        }
    }

private:
    std::string path_;
    UniqueFd fd_;
};

class LinesLog final : public LogFile {
public:
    LinesLog(std::string path, bool force) : path_(std::move(path)), fd_(open_alone(path_, O_APPEND, force)) {}
    void write(const MatchLog& log) override {
        if (!emptied_ && is_regular(fd_) && ::ftruncate(fd_.get(), 0) != 0) {
            throw std::runtime_error(fmt::format("log '{}' can't be written: {}", path_, std::strerror(errno)));
        }
        emptied_ = true;
        write_all(fd_, to_json(log, Layout::one_line), path_, log_word);
    }

private:
    std::string path_;
    UniqueFd fd_;
    bool emptied_ = false;  ///< whether the earlier content has been removed
};

/// The lines of a file. Only the current line is in memory.
class Lines {
public:
    explicit Lines(const std::string& path) : file_(path, fmt::format("log '{}'", path)) {}

    /// Reads the next line, without its newline. Returns false at the end.
    bool next(std::string& line) {
        std::size_t end = buffer_.find('\n', begin_);
        while (end == std::string::npos) {
            const std::size_t searched = buffer_.size() - begin_;
            if (!fill()) break;
            end = buffer_.find('\n', searched);
        }
        if (end == std::string::npos && begin_ == buffer_.size()) return false;
        line = buffer_.substr(begin_, end == std::string::npos ? end : end - begin_);
        begin_ = end == std::string::npos ? buffer_.size() : end + 1;
        return true;
    }
    /// Reads the rest of the file.
    std::string rest() {
        while (fill()) {
        }
        begin_ = buffer_.size();
        return std::move(buffer_);
    }
    bool at_end() { return begin_ == buffer_.size() && !fill(); }

private:
    bool fill() {
        buffer_.erase(0, begin_);
        begin_ = 0;
        return file_.read_some(buffer_, max_log_bytes);
    }

    InputFile file_;
    std::string buffer_;
    std::size_t begin_ = 0;
};

void refuse_database(std::string_view first_line, const std::string& path) {
    if (kind_of_text(first_line) != FileKind::database) return;
    throw UserError(
        fmt::format("'{}' is a tournament file, not a log: view it with referee view, or referee serve", path));
}

bool is_blank(std::string_view text) {
    return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

}  // namespace

std::unique_ptr<LogFile> open_log(const std::string& path, int games, bool force) {
    if (path == "-") return std::make_unique<StdoutLog>(games == 1 ? Layout::readable : Layout::one_line);
    if (games == 1) return std::make_unique<SingleLog>(path, force);
    return std::make_unique<LinesLog>(path, force);
}

void write_single_log(const std::string& path, const MatchLog& log) {
    ReplacedFile file(path, std::string(log_word));
    file.write(to_json(log, Layout::readable));
    file.complete();
}

bool is_held_as_log(const std::string& path) {
    const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    return fd && is_regular(fd) && ::flock(fd.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

bool is_saved_match(const std::string& path) {
    int saved = 0;
    int others = 0;
    try {
        read_logs(path, [&](const MatchLog& log, const std::string&) {
            const bool is_saved =
                log.result.ending == protocol::Ending::aborted && log.result.detail == detail_of_saved;
            ++(is_saved ? saved : others);
        });
    } catch (const UserError&) {
        return false;
    }
    return saved == 1 && others == 0;
}

MatchLog parse_log(std::string_view json, const std::string& subject) {
    protocol::LogProblem problem;
    if (auto log = protocol::parse_match_log(json, problem)) return *std::move(log);
    switch (problem.fault) {
        case protocol::LogFault::damaged: break;
        case protocol::LogFault::other_version:
            throw UserError(fmt::format("{} was written by another version of referee: its {}", subject, problem.text));
    }
    throw UserError(fmt::format("{} is damaged: {}", subject, problem.text));
}

void read_logs(const std::string& path, const std::function<void(const MatchLog&, const std::string&)>& use,
               std::optional<int> only) {
    Lines lines(path);
    int matches = 0;
    const auto take = [&](const std::string& text, const std::string& place) {
        const MatchLog log = parse_log(text, fmt::format("log '{}'", place));
        if (!only || *only == matches) use(log, place);
    };
    int number = 0;
    for (std::string line; lines.next(line);) {
        ++number;
        if (is_blank(line)) continue;
        if (++matches == 1) refuse_database(line, path);
        // If a file has many matches, one per line, its first line is complete. Otherwise the whole file is one match.
        const bool whole = line[line.find_last_not_of(" \t\r")] == '}';
        if (matches == 1 && !whole) {
            take(line + '\n' + lines.rest(), path);
        } else {
            take(line, matches == 1 && lines.at_end() ? path : fmt::format("{}:{}", path, number));
        }
    }
    if (matches == 0) throw UserError(fmt::format("log '{}' is empty: there is no match in it", path));
    if (only && *only > matches) {
        throw UserError(
            fmt::format("--match {}: log '{}' holds {} match{}", *only, path, matches, matches == 1 ? "" : "es"));
    }
}

}  // namespace referee
