// Plays one planned game with real bots, each under its own limits.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "protocol/match_log.hpp"
#include "referee/core/base/mutex.hpp"
#include "referee/core/base/stop_signal.hpp"
#include "referee/core/base/wake_up.hpp"
#include "referee/core/bots/entrant.hpp"
#include "referee/core/bots/valid_match.hpp"
#include "referee/tournament/admit/file_watch.hpp"
#include "referee/tournament/admit/lineup.hpp"
#include "referee/tournament/paper/store/played_game.hpp"
#include "referee/tournament/run/live/running_games.hpp"
#include "referee/tournament/run/workers.hpp"

namespace referee::tournament {

struct EntrantLimits {
    protocol::Limits common;
    std::vector<std::optional<protocol::Limits>> own;  ///< indexed by entrant; none: the common limits apply
};

[[nodiscard]] inline EntrantLimits limits_of_entrants(const protocol::Limits& common,
                                                      std::span<const Entrant> entrants) {
    EntrantLimits limits{common, {}};
    for (const Entrant& entrant : entrants)
        limits.own.push_back(entrant.limits_under(common));
    return limits;
}

[[nodiscard]] inline std::vector<std::shared_ptr<const Entrant>> shared_entrants(std::span<const Entrant> entrants) {
    std::vector<std::shared_ptr<const Entrant>> shared;
    for (const Entrant& entrant : entrants)
        shared.push_back(std::make_shared<const Entrant>(entrant));
    return shared;
}

/// The settings that games share. Requires: `spec` outlives the games.
struct GameSettings {
    const games::GameSpec& spec;
    EntrantLimits limits;
    Isolation isolation;
    std::vector<std::shared_ptr<const Entrant>> entrants;  ///< each keeps its address, which identifies it in KeptBots
    OpeningOfGame opening_of;
    NotesKept notes;
    Duration exit_patience = usual_exit_patience;  ///< as in MatchPlan
    /// Called in any thread with the log of each game before it is kept, to leave out what the bots have written.
    /// Empty: everything is kept.
    std::function<void(protocol::MatchLog& log)> shorten{};
};

/// Plays a game, and repeats it until its match is valid. May be called from several threads. `observer` may be null,
/// and `on_void` may be empty. Returns the valid match with the void attempts before it.
[[nodiscard]] PlayedGame play_planned(const PlannedGame& game, const GameSettings& settings,
                                      const Surroundings& surroundings, MatchObserver* observer, const OnVoid& on_void);

/// Throws games::UserError if a bot's program can't be run any more.
void require_executable(const Entrant& bot);

/// Plays the games of a tournament. May be used from several threads. Requires: the objects that the arguments of the
/// constructor refer to outlive this object.
///
/// The settings may be replaced when bots join. A game keeps the settings with which it began. Bots that other settings
/// have started, and that wait for another game, are ended before a thread's next game, because they may see files of
/// bots that have joined since.
class GamePlayer {
public:
    GamePlayer(GameSettings settings, FileWatch& watch, const WakeUp& break_off, const StopSignal& stop,
               RunningGames& running);

    /// Plays a game. Returns none if the game was broken off. Throws games::UserError if a bot's files have changed,
    /// and std::system_error if the system fails.
    std::optional<PlayedGame> operator()(const PlannedGame& game, Equipment& equipment) const;

    [[nodiscard]] std::shared_ptr<const GameSettings> settings() const;
    /// All games that begin from now on have these settings.
    void set(GameSettings settings);

private:
    void check_unchanged(const GameSettings& settings, int place) const;

    mutable Mutex access_;
    std::shared_ptr<const GameSettings> settings_ GUARDED_BY(access_);
    FileWatch& watch_;
    const WakeUp& break_off_;
    const StopSignal& stop_;
    RunningGames& running_;
};

/// A bot that takes part from now on: a new entrant, or one that returns.
struct Seated {
    std::size_t entrant = 0;
    const Contender& contender;
};

/// Lets bots play in games that begin from now on. `secrets`: files that are to be hidden from the other bots.
/// Requires: the numbers of new entrants follow those of all entrants.
void seat(std::span<const Seated> bots, const std::vector<std::string>& secrets, GamePlayer& player, FileWatch& watch);

}  // namespace referee::tournament
