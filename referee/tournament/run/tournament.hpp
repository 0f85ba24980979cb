// A tournament from the user's wishes to the last game of this run.
#pragma once

#include <string>
#include <variant>

#include "referee/tournament/run/other_machines.hpp"
#include "referee/tournament/run/tournament_options.hpp"
#include "referee/tournament/store/store.hpp"
#include "referee/tournament/tables/account.hpp"
#include "referee/tournament/watchers/watcher.hpp"

namespace referee::tournament {

/// The signal that stopped the run while bots were checked: nothing was played.
struct StoppedBySignal {
    int signal = 0;
};

/// What would be played, and the commands that would be run, as lines for people.
struct Listing {
    std::string text;
};

/// The director's orders are carried out, and nothing was played, as it was wished.
struct Changed {};

struct PlayedRun {
    Store store;
    Account account;
    RunEnd end;
};

using TournamentOutcome = std::variant<StoppedBySignal, Listing, Changed, PlayedRun>;

/// Plays the games that are missing, or only changes the tournament or lists what would be played where that is the
/// wish. Tells on stderr what it does. `find_machines`: those that play; empty: this process does. `resuming`: the
/// command that goes on with this tournament. Throws games::UserError.
[[nodiscard]] TournamentOutcome play_tournament(const TournamentOptions& wish, const FindMachines& find_machines,
                                                const std::string& resuming);

}  // namespace referee::tournament
