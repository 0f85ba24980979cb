// The matches that a user names: matches of a log or games of a tournament's file, both counted from 1.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "protocol/match_log.hpp"
#include "referee/core/options/command_line.hpp"

namespace referee {

/// Adds the option --match for a log, which is called --game for a tournament.
Option& add_match_or_game(CommandLine& line, std::optional<int>& number);

/// Identifies a match in its file.
struct MatchPlace {
    std::string name;           ///< in messages: "m.json", "series.jsonl:3", "t.db, game 3"
    std::optional<int> number;  ///< the number for --match, counted from 1; none if it is the only match of its file
};

using UseMatch = std::function<void(const protocol::MatchLog& log, const MatchPlace& place)>;

/// Reads the matches of a file that a user names, and calls `use` with each, or only with number `only`.
using ReadMatches = void(const std::string& path, std::optional<int> only, const UseMatch& use);

/// Reads the matches of a log. Works and throws like read_logs().
void read_logged_matches(const std::string& path, std::optional<int> only, const UseMatch& use);

/// Reads matches with `read`, but first calls check_log() for each match. Also throws the exceptions of check_log().
void read_checked_matches(ReadMatches* read, const std::string& path, std::optional<int> only, const UseMatch& use);

/// A line with a command that runs the loser of a match again on the same input. `match`: the number of the match in
/// the file `path`; none if it is the only match. The line is empty if nobody has lost, or if the loser is a person or
/// was not started. Requires: `path` is a file.
[[nodiscard]] std::string advice_to_repeat(const protocol::MatchLog& log, const std::string& path,
                                           std::optional<int> match);

}  // namespace referee
