// The matches that a user names: those of a log, or the games of a tournament's file, counted from 1 in both.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "protocol/match_log.hpp"
#include "referee/commands/command_line.hpp"

namespace referee {

/// The option --match of a log, which is --game of a tournament.
void add_match_or_game(CommandLine& line, std::optional<int>& number);

/// As read_logs(), but `path` may also be a tournament's file: then the places are "t.db, game 3". Throws what
/// read_logs() throws, and games::UserError if there is no such game or it has not been played.
void read_matches(const std::string& path, std::optional<int> only,
                  const std::function<void(const protocol::MatchLog& log, const std::string& place)>& use);

/// The same after each match has been checked, as by read_checked_logs().
void read_checked_matches(const std::string& path, std::optional<int> only,
                          const std::function<void(const protocol::MatchLog& log, const std::string& place)>& use);

}  // namespace referee
