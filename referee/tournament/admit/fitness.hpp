// Checks the bots from a folder before a tournament begins, and excludes those that can't play.
#pragma once

#include <functional>
#include <string>

#include "referee/core/check/bot_check.hpp"
#include "referee/tournament/admit/lineup.hpp"

namespace referee::tournament {

/// A short check with the tournament's game and limits, and only one game of each kind.
CheckPlan quick_check(games::GameSpec spec, const protocol::Limits& limits, std::uint64_t seed);

/// Called after the check of each bot, never by two threads concurrently. `left_out`: null if the bot is fit.
using CheckedListener = std::function<void(const Contender& contender, const LeftOut* left_out)>;

/// Checks the contenders of the line-up that must be checked, `jobs` at a time. Moves contenders that are not fit to
/// `left_out`, with the reason and a command that shows more. The order of both lists does not depend on `jobs`. If
/// `stop_fd` becomes readable before the end, returns false and leaves the line-up unchanged. Throws like check_bot().
bool check_lineup(Lineup& lineup, const CheckPlan& plan, const Isolation& isolation, int stop_fd, int jobs,
                  const CheckedListener& listener = {});

/// Checks a line-up as check_lineup() does.
using CheckLineup = std::function<bool(Lineup& lineup, const CheckPlan& plan, const Isolation& isolation, int stop_fd,
                                       int jobs, const CheckedListener& listener)>;

/// A bot's command, quoted for a shell.
std::string command_line_of(const std::vector<std::string>& words);

/// The command "referee check ..." with all options that influence the check, quoted for a shell.
std::string check_command(const Entrant& bot, const CheckPlan& plan, const Isolation& isolation);

}  // namespace referee::tournament
