// The matches that a user names: those of a log or the games of a tournament's file, both counted from 1.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "protocol/match_log.hpp"
#include "referee/commands/command_line.hpp"

namespace referee {

/// The option --match of a log, which is --game of a tournament.
void add_match_or_game(CommandLine& line, std::optional<int>& number);

/// The place of a match.
struct MatchPlace {
    std::string name;           ///< for messages: "m.json", "series.jsonl:3", "t.db, game 3"
    std::optional<int> number;  ///< for --match, from 1; none if it is the only match of its file
};

using UseMatch = std::function<void(const protocol::MatchLog& log, const MatchPlace& place)>;

/// Like read_logs(), but `path` may also be a tournament's file. Throws what read_logs() throws, and games::UserError
/// if there is no such game or it has not been played.
void read_matches(const std::string& path, std::optional<int> only, const UseMatch& use);

/// The same after check_log() of each match. Throws what that throws, too.
void read_checked_matches(const std::string& path, std::optional<int> only, const UseMatch& use);

/// A line with the command that gives the loser of a match its input once more. `match`: its number in the file `path`;
/// none if it is the only one. Empty if nobody has lost, or the loser is a person or was not started. Requires: `path`
/// is a file.
[[nodiscard]] std::string advice_to_repeat(const protocol::MatchLog& log, const std::string& path,
                                           std::optional<int> match);

}  // namespace referee
