// Keeps what a person has played at the terminal, so that it can be looked at again.
#pragma once

#include <memory>
#include <string>

#include "protocol/match_log.hpp"
#include "referee/core/base/log_file.hpp"
#include "referee/core/play/play_options.hpp"

namespace referee {

/// Whether the matches are kept in LastMatch::file: a person plays at a terminal, and there is no --log.
[[nodiscard]] bool keeps_last_match(const PlayOptions& options);

/// A log in the present folder, which replaces that of the last time. It must never disturb a match, so no function
/// throws because of the file.
class LastMatch {
public:
    static constexpr const char* file = "last.json";

    explicit LastMatch(int games) : games_(games) {}

    /// Writes a match. One that was left before its first ply is omitted, so that the earlier log stays.
    void write(const protocol::MatchLog& log);
    /// One line that says how to look at the matches, or why they are not kept; empty if there are none.
    [[nodiscard]] std::string told() const;

private:
    int games_;
    int kept_ = 0;
    std::unique_ptr<LogFile> log_;  ///< opened at the first match, so that no empty file is left
    std::string problem_;
};

}  // namespace referee
