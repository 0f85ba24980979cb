// `referee watch LOG`: shows logged matches on the terminal, ply by ply.
#include <fmt/format.h>

#include "games/user_error.hpp"
#include "referee/commands/commands.hpp"
#include "referee/files/log_file.hpp"
#include "referee/match/record.hpp"
#include "referee/system/stop_signal.hpp"
#include "referee/watch/screen.hpp"
#include "referee/watch/terminal_check.hpp"
#include "referee/watch/viewer.hpp"

namespace referee {

namespace {

using games::UserError;
using protocol::MatchLog;

/// The matches that are wanted, checked, without their frames.
std::vector<MatchLog> matches_of(const WatchOptions& options) {
    std::vector<MatchLog> matches;
    int number = 0;
    read_logs(options.log, [&](const MatchLog& log, const std::string& place) {
        ++number;
        if (options.match && *options.match != number) return;
        if (const auto wrong = difference(log, {})) {
            throw std::runtime_error(fmt::format("{}: {}; what was not played so is not shown", place, *wrong));
        }
        MatchLog& match = matches.emplace_back(log);
        for (auto& ply : match.plies)
            ply.frame = {};
    });
    if (options.match && *options.match > number) {
        throw UserError(fmt::format("--match {}: log '{}' holds {} matches", *options.match, options.log, number));
    }
    if (matches.empty()) throw UserError(fmt::format("log '{}' holds no match", options.log));
    const int plies = static_cast<int>(matches.front().plies.size());
    if (options.at && *options.at > plies) {
        throw UserError(fmt::format("--at {}: the match has only {} plies", *options.at, plies));
    }
    return matches;
}

}  // namespace

int run_watch(const WatchOptions& options) {
    watch::check_terminal();
    auto matches = matches_of(options);
    const StopSignal stop;
    {
        const watch::TerminalSignals signals;
        watch::Viewer(stop, signals).show(std::move(matches), options.at.value_or(0));
    }
    const int signal = stop.take();
    return signal != 0 ? exit_signal_base + signal : exit_done;
}

}  // namespace referee
