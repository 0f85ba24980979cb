// What the program does for each of its commands. Each returns the exit code and throws games::UserError.
#pragma once

#include "referee/commands/options.hpp"

namespace referee {

/// The exit codes; 128 + n where signal n has stopped the program.
enum ExitCode : int {
    exit_done = 0,
    exit_failed = 1,      ///< a replay differs, a bot is not fit, or something could not be written or started
    exit_wrong_use = 2,   ///< arguments, settings or files that are wrong
    exit_not_played = 3,  ///< a match was not played to its end
    exit_h0 = 4,          ///< a sequential test has accepted H0; 0 is H1
    exit_undecided = 5,   ///< a sequential test has not come to a verdict
    exit_signal_base = 128
};

int run_play(const PlayOptions& options);
int run_tournament(const TournamentOptions& options);
int run_replay(const ReplayOptions& options);
int run_view(const ViewOptions& options);
int run_watch(const WatchOptions& options);
int run_games(const GamesOptions& options);
int run_tiles(const TilesOptions& options);
int run_check(const CheckOptions& options);
int run_standings(const StandingsOptions& options);
int run_report(const ReportOptions& options);
int run_export(const ExportOptions& options);
int run_serve(const ServeOptions& options);

}  // namespace referee
