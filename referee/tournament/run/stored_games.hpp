// Plays the missing games of a tournament whose file is open.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "referee/core/base/clock.hpp"
#include "referee/core/base/stop_signal.hpp"
#include "referee/core/match/openings.hpp"
#include "referee/tournament/admit/file_watch.hpp"
#include "referee/tournament/admit/lineup.hpp"
#include "referee/tournament/paper/schedule/ladder.hpp"
#include "referee/tournament/paper/store/store.hpp"
#include "referee/tournament/run/desk.hpp"
#include "referee/tournament/run/game_player.hpp"
#include "referee/tournament/run/ledger.hpp"
#include "referee/tournament/run/live/running_games.hpp"
#include "referee/tournament/run/preparation.hpp"
#include "referee/tournament/run/run.hpp"
#include "referee/tournament/run/watchers/watcher.hpp"

namespace referee::tournament {

/// Makes the desk through which a tournament is changed while it is played.
using MakeDesk = std::function<std::unique_ptr<Desk>(StoredLedger& ledger, GamePlayer& player, FileWatch& watch)>;
/// Makes an engine of other machines.
using MakeEngine = std::function<std::unique_ptr<Engine>(const OpeningOfGame& opening_of, const WakeUp& break_off)>;

/// A tournament with everything that its games need. Requires: the objects outlive the run.
struct StoredGames {
    Store& store;
    const Preparation& prepared;  ///< with the settings of the store's head, and an isolation that hides all secrets
    const Lineup& lineup;         ///< the entrants of the store's head
    Openings* openings;           ///< null: games begin at their usual start
    RunningGames& running;
    const StopSignal& stop;

    RunSettings run{};
    std::vector<Watcher*> watchers{};
    int jobs = 1;
    bool pin = false;
    Duration pause{};
    int pairs_before_rest = usual_pairs_before_rest;         ///< see schedule_of(); not if run.stop_after is given
    MakeEngine other_engine{};                               ///< empty: threads of this process play
    bool keeps_record = true;                                ///< of the run, in the file's journal
    std::function<void(protocol::MatchLog& log)> shorten{};  ///< as in GameSettings
    MakeDesk make_desk{};  ///< empty: the tournament can't be changed while it is played
};

/// Plays the missing games. Throws like Run::play().
RunEnd play_games(const StoredGames& games);

}  // namespace referee::tournament
