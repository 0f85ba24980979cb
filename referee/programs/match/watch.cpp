// `referee watch LOG`: shows logged matches on the terminal, ply by ply.
#include <fmt/format.h>

#include "games/user_error.hpp"
#include "referee/core/base/stop_signal.hpp"
#include "referee/core/options/match_options.hpp"
#include "referee/core/watch/screen.hpp"
#include "referee/core/watch/viewer.hpp"
#include "referee/programs/match/match_commands.hpp"

namespace referee {

namespace {

using games::UserError;
using protocol::MatchLog;

struct WatchOptions {
    std::string log;
    std::optional<int> match;  ///< the number of the match, counted from 1
    std::optional<int> at;     ///< the ply after which the display begins
};

WatchOptions watch_options(const Arguments& arguments) {
    WatchOptions options;
    CommandLine line("referee watch", "Shows a logged match on the terminal: space plays, arrows step, ? lists keys.",
                     exit_codes_of_matches);
    line.text("LOG", "", "a log that referee has written, or a tournament's\nfile", options.log);
    add_match_or_game(line, options.match);
    line.number("--at", 0, max_plies, "begin after this ply", options.at);
    line.parse(arguments);
    if (options.log.empty()) throw UserError("no log is given: referee watch LOG");
    if (options.log == "-") throw UserError("the keys come from stdin: give the log as a file");
    return options;
}

/// Reads and checks the chosen matches. Frames that the rules can make again are dropped.
std::vector<MatchLog> matches_of(const WatchOptions& options, ReadMatches* read) {
    std::vector<MatchLog> matches;
    read_checked_matches(read, options.log, options.match, [&](const MatchLog& log, const MatchPlace&) {
        MatchLog& match = matches.emplace_back(log);
        if (!match.rules.empty()) return;
        for (auto& ply : match.plies)
            ply.frame = {};
    });
    if (matches.empty()) throw UserError(fmt::format("log '{}' holds no match", options.log));
    const int plies = static_cast<int>(matches.front().plies.size());
    if (options.at && *options.at > plies) {
        throw UserError(fmt::format("--at {}: the match has only {} plies", *options.at, plies));
    }
    return matches;
}

int run(const WatchOptions& options, ReadMatches* read) {
    watch::check_terminal();
    auto matches = matches_of(options, read);
    const StopSignal stop;
    {
        const watch::TerminalSignals signals;
        watch::Viewer(stop, signals).show(std::move(matches), options.at.value_or(0));
    }
    const int signal = stop.take();
    return signal != 0 ? exit_signal_base + signal : exit_done;
}

}  // namespace

Task parse_watch(const Arguments& arguments, ReadMatches* read) {
    return [options = watch_options(arguments), read] { return run(options, read); };
}

}  // namespace referee
