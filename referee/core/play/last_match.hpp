// Keeps what a person has played at the terminal, so that it can be looked at again.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "protocol/match_log.hpp"
#include "referee/core/play/play_options.hpp"

namespace referee {

/// Whether the matches are kept in LastMatch::file: a person plays at a terminal, and there is no --log.
[[nodiscard]] bool keeps_last_match(const PlayOptions& options);

/// A log in the present folder, which replaces that of the last time. It is written when all matches are over, so that
/// no bot can read in it what a later match will draw. It must never disturb a match, so no function throws because of
/// the file.
class LastMatch {
public:
    static constexpr const char* file = "last.json";

    /// Adds a match that began with `given` plies. One that was left before the next ply is omitted, so that the
    /// earlier log stays.
    void add(const protocol::MatchLog& log, std::size_t given);
    /// Writes the matches. Returns one line that says how to look at them, or why they are not kept; empty if there are
    /// none.
    [[nodiscard]] std::string keep() const;

private:
    std::vector<protocol::MatchLog> matches_;
};

}  // namespace referee
