// Match logs on disk: writing without loss, and reading with reports of damage and its place.
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
    /// Writes a match to the file at once. Throws std::runtime_error if that fails; the earlier matches stay intact.
    virtual void write(const protocol::MatchLog& log) = 0;
};

/// Opens a log for `games` matches. One match is written as a JSON document that replaces the file when it is complete;
/// several are written one per line into a file that the first one empties. "-" is stdout. Throws games::UserError if
/// the file is an existing log without `force`, any other file that is not empty, a log that another process is
/// writing, or if it can't be written.
[[nodiscard]] std::unique_ptr<LogFile> open_log(const std::string& path, int games, bool force);

/// Writes one match into its own file, which is replaced when the new one is complete. Throws std::runtime_error.
void write_single_log(const std::string& path, const protocol::MatchLog& log);

/// Whether any referee, this one included, is writing matches into this file.
[[nodiscard]] bool is_held_as_log(const std::string& path);

/// The result's detail in the log of a match saved before its end.
inline constexpr const char* detail_of_saved = "saved";

/// Whether the file is the log of one match saved before its end.
[[nodiscard]] bool is_saved_match(const std::string& path);

/// The maximal size of a match that is read; a tournament's file can hold less.
inline constexpr std::size_t max_log_bytes = std::size_t{1} << 30;

/// Reads the text of one log. `subject` begins the error message: "log 'm.json' is damaged: ...".
/// Throws games::UserError if it is damaged or of another version.
protocol::MatchLog parse_log(std::string_view json, const std::string& subject);

/// Calls `use` with each match of a file, in order, together with its place: "FILE" or "FILE:3", by line; or only with
/// match number `only`, counted from 1. Throws games::UserError if the file can't be read, at the first match that is
/// damaged or of another version, and if there is no match `only`.
void read_logs(const std::string& path,
               const std::function<void(const protocol::MatchLog& log, const std::string& place)>& use,
               std::optional<int> only = std::nullopt);

}  // namespace referee
