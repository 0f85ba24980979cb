// Match logs on disk: written so that nothing is lost, read so that damage is reported with its place.
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

/// The destination of a run's logs.
class LogFile {
public:
    virtual ~LogFile() = default;
    /// Writes a match through to the file. Throws std::runtime_error if that fails; the matches before it are whole.
    virtual void write(const protocol::MatchLog& log) = 0;
};

/// Opens a log for `games` matches: one is written as a JSON document that replaces the file when it is complete,
/// several go one a line into a file that is emptied by the first. "-" is stdout. A match log that is there gives way
/// only with `force`, any other file that is not empty never. Throws games::UserError for that, where another process
/// is writing this log, and where it can't be written.
[[nodiscard]] std::unique_ptr<LogFile> open_log(const std::string& path, int games, bool force);

/// Writes one match into a file of its own, which is replaced when the new one is complete. Throws std::runtime_error.
void write_single_log(const std::string& path, const protocol::MatchLog& log);

/// Whether a referee, this one too, is writing matches into this file.
[[nodiscard]] bool is_held_as_log(const std::string& path);

/// The result's detail in the log of a match that was saved before its end.
inline constexpr const char* detail_of_saved = "saved";

/// Whether the file is the log of one match that was saved before its end.
[[nodiscard]] bool is_saved_match(const std::string& path);

/// Of a match that is read: more than a tournament's file can hold of one.
inline constexpr std::size_t max_log_bytes = std::size_t{1} << 30;

/// Reads the text of one log. `subject` begins the message where it can't be read: "log 'm.json' is damaged: ...".
/// Throws games::UserError if it is damaged or of another version.
protocol::MatchLog parse_log(std::string_view json, const std::string& subject);

/// Calls `use` with each match of a file, in order, together with its place: "FILE" or "FILE:3", by line; or only with
/// match number `only`, counted from 1. Throws games::UserError for a file that can't be read, for the first match that
/// is damaged or of another version, and where there is no match `only`.
void read_logs(const std::string& path,
               const std::function<void(const protocol::MatchLog& log, const std::string& place)>& use,
               std::optional<int> only = std::nullopt);

}  // namespace referee
