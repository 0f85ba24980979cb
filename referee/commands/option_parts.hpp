// Options and checks that several commands have in common.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/bots/isolation.hpp"
#include "referee/commands/command_line.hpp"
#include "referee/match/limits.hpp"
#include "referee/match/note_keeper.hpp"

namespace referee {

inline constexpr std::uint64_t max_plies = 1'000'000'000;

/// The exit codes of most commands, below their help.
inline constexpr const char* exit_codes_of_matches =
    "Exit codes: 0 done, 1 a replay differs or a system error, 2 wrong arguments or\n"
    "files, 3 a match was not played to its end, 128 + n stopped by signal n.";

/// Throws games::UserError if a part of a clock, such as "60s + 1s", has been taken for a bot.
void check_for_loose_plus(const std::vector<std::string>& bots);

/// The options for the limits of moves. Requires: `limits` outlives the command line.
void add_limits(CommandLine& line, GivenLimits& limits);

/// Throws games::UserError where --traditional-time is given together with a limit.
void check_traditional_time(bool traditional_time, const GivenLimits& limits);

/// The options that say how bots are kept to themselves. Requires: `isolation` outlives the command line. Throws
/// games::UserError if the environment has a wrong value.
void add_isolation(CommandLine& line, IsolationOptions& isolation);

/// The option --reuse: one process of a bot plays many games.
void add_reuse(CommandLine& line, bool& reuse);

/// The option --stderr-log: what the log keeps of what bots write to stderr. `usual`: its default, for the help.
void add_stderr_log(CommandLine& line, NotesKept usual, std::optional<NotesKept>& kept);

/// The option --match: the number of a match in a log, from 1.
void add_match(CommandLine& line, const char* help, std::optional<int>& match);

/// The log's name as a file: "-" is stdin.
std::string file_of_log(const std::string& log);

/// Throws games::UserError if `output`, which `option` names, is the tournament's file itself or belongs to it.
void refuse_own_file(std::string_view option, const std::string& output, const std::string& db);

}  // namespace referee
