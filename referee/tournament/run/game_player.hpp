// Plays one planned game of a tournament with real bots.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "referee/bots/entrant.hpp"
#include "referee/system/stop_signal.hpp"
#include "referee/system/wake_up.hpp"
#include "referee/tournament/entrants/file_watch.hpp"
#include "referee/tournament/live/running_games.hpp"
#include "referee/tournament/run/entrant_limits.hpp"
#include "referee/tournament/run/workers.hpp"
#include "referee/tournament/store/played_game.hpp"

namespace referee::tournament {

/// How a game begins that has an opening.
using OpeningOfGame = std::function<GameStart(const PlannedGame& game)>;

/// Plays the games of a tournament. May be used from several threads; all that is referred to outlives it.
class GamePlayer {
public:
    GamePlayer(const games::GameSpec& spec, EntrantLimits limits, const Isolation& isolation,
               const std::vector<Entrant>& entrants, OpeningOfGame opening_of, FileWatch& watch,
               const WakeUp& break_off, const StopSignal& stop, RunningGames& running, NotesKept notes);

    /// Returns nothing if the game was broken off. Throws games::UserError if a bot's files are not what they
    /// were, std::system_error if the system can't.
    std::optional<PlayedGame> operator()(const PlannedGame& game, Equipment& equipment) const;

private:
    void check_unchanged(int place) const;

    const games::GameSpec& spec_;
    EntrantLimits limits_;
    const Isolation& isolation_;
    const std::vector<Entrant>& entrants_;
    OpeningOfGame opening_of_;
    FileWatch& watch_;
    const WakeUp& break_off_;
    const StopSignal& stop_;
    RunningGames& running_;
    NotesKept notes_;
};

}  // namespace referee::tournament
