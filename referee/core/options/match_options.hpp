// The options of one match, which several commands share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/core/bots/isolation.hpp"
#include "referee/core/bots/own_limits.hpp"
#include "referee/core/match/limits.hpp"
#include "referee/core/match/notes.hpp"
#include "referee/core/options/command_line.hpp"

namespace referee {

inline constexpr std::uint64_t max_plies = 1'000'000'000;

/// The exit codes of most commands, as text below their help.
inline constexpr const char* exit_codes_of_matches =
    "Exit codes: 0 done, 1 a replay differs or a system error, 2 wrong arguments or\n"
    "files, 3 a match was not played to its end, 128 + n stopped by signal n.";

/// Throws games::UserError if a bot is part of a clock that was written with spaces: "60s + 1s".
void check_for_loose_plus(const std::vector<std::string>& bots);

/// The targets of limits. A target is null if the command does not have these limits. Requires: the targets outlive the
/// command line.
struct LimitTargets {
    GivenLimits* time = nullptr;
    IsolationOptions* isolation = nullptr;    ///< only its limits are set
    std::vector<NamedLimits>* own = nullptr;  ///< limits of single bots
};

/// Adds the option --limits, and --move-time if there is a target for times.
void add_limits(CommandLine& line, LimitTargets targets);

/// Adds the option --traditional-time.
void add_traditional_time(CommandLine& line, bool& traditional_time);

/// Throws games::UserError if --traditional-time is given together with a limit of time.
void check_traditional_time(bool traditional_time, const GivenLimits& limits);

/// Adds the options that isolate bots, except the limits. Requires: `isolation` outlives the command line.
void add_isolation(CommandLine& line, IsolationOptions& isolation);

/// Adds the option --reuse: one process of a bot plays many games.
void add_reuse(CommandLine& line, bool& reuse);

/// Adds the option --stderr-log: how much of the bots' stderr the log keeps. `usual`: its default, for the help.
void add_stderr_log(CommandLine& line, NotesKept usual, std::optional<NotesKept>& kept);

/// Adds the option --match: the number of a match in a log, from 1.
void add_match(CommandLine& line, const char* help, std::optional<int>& match);

/// The path of a log that a user names. "-" stands for stdin.
std::string file_of_log(const std::string& log);

}  // namespace referee
