// Runs a tournament from the user's options to the last game of this run.
#pragma once

#include <string>
#include <variant>

#include "referee/tournament/figures/tables/account.hpp"
#include "referee/tournament/paper/store/store.hpp"
#include "referee/tournament/run/tournament_options.hpp"
#include "referee/tournament/run/watchers/watcher.hpp"
#include "referee/tournament/run/world.hpp"

namespace referee::tournament {

/// A signal stopped the run while bots were checked; nothing was played.
struct StoppedBySignal {
    int signal = 0;
};

/// A dry run: the games that would be played and the commands that would be run, to be shown to the user.
struct Listing {
    std::string text;
    std::size_t unowned = 0;  ///< hand-ins that have no owner
};

/// The director's orders were carried out. No game was to be played.
struct Changed {
    bool while_played = false;  ///< by the process that plays the tournament
};

struct PlayedRun {
    Store store;
    Account account;
    RunEnd end;
};

using TournamentOutcome = std::variant<StoppedBySignal, Listing, Changed, PlayedRun>;

/// Plays the missing games or, if requested, only changes the tournament or lists the games that would be played.
/// Reports its progress on stderr. `resuming`: the command that resumes this tournament. Throws games::UserError if the
/// user's input is at fault.
[[nodiscard]] TournamentOutcome play_tournament(const TournamentOptions& wish, const World& world,
                                                const std::string& resuming);

}  // namespace referee::tournament
