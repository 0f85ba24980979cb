// Match logs on disk. Writing never loses matches, and reading reports damage and its position.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/match_log.hpp"

namespace referee {

/// The destination for the logs of a run.
class LogFile {
public:
    virtual ~LogFile() = default;
    /// Writes a match to the file at once. Throws std::runtime_error if that fails. Matches written earlier stay
    /// intact.
    virtual void write(const protocol::MatchLog& log) = 0;
};

/// Opens a log for `games` matches. A single match is written as a JSON document that replaces the file when it is
/// complete. Several matches are written one per line; the first one empties the file. "-" is stdout. Throws
/// games::UserError if the file can't be written, if it is a log (unless `force` is set), if it is any other file that
/// is not empty, or if it is a log that another process is writing.
[[nodiscard]] std::unique_ptr<LogFile> open_log(const std::string& path, int games, bool force);

/// Writes one match as the only one in its file. An existing file is replaced when the new one is complete. Throws
/// std::runtime_error.
void write_single_log(const std::string& path, const protocol::MatchLog& log);

/// Whether this process or another referee is writing matches into this file.
[[nodiscard]] bool is_held_as_log(const std::string& path);

/// The result's detail in the log of a match that was saved before its end.
inline constexpr const char* detail_of_saved = "saved";

/// Whether the file is the log of one match that was saved before its end.
[[nodiscard]] bool is_saved_match(const std::string& path);

/// The maximum size of a match that is read. The maximum for a match in a tournament's file is smaller.
inline constexpr std::size_t max_log_bytes = std::size_t{1} << 30;

/// Parses the text of one log. `subject` begins the error message: "log 'm.json' is damaged: ...". Throws
/// games::UserError if the log is damaged or of another version.
protocol::MatchLog parse_log(std::string_view json, const std::string& subject);

/// Calls `use` with each match of a file, in order. `place` says where the match is, for messages: "FILE", or "FILE:3"
/// with a line number. If `only` is given, calls `use` only for match number `only`, counted from 1. Throws
/// games::UserError if the file can't be read, at the first match that is damaged or of another version, and if there
/// is no match `only`.
void read_logs(const std::string& path,
               const std::function<void(const protocol::MatchLog& log, const std::string& place)>& use,
               std::optional<int> only = std::nullopt);

}  // namespace referee
