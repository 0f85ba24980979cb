// An observer of a running tournament, such as a display on a terminal or a stream of events.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "referee/tournament/figures/tables/account.hpp"
#include "referee/tournament/paper/store/played_game.hpp"

namespace referee::tournament {

/// The progress of a tournament.
struct Progress {
    int played = 0;                     ///< the number of games in the file
    int played_now = 0;                 ///< the number of games that this run of the program has played
    std::optional<std::int64_t> total;  ///< nothing if open-ended
    int playing = 0;
    int void_games = 0;
    std::map<int, int> void_games_of{};  ///< void games, by the entrant in whose turn they became void
    int starved_turns = 0;               ///< turns in which other programs held the cores that a bot needed
    std::uint64_t distinct_games = 0;    ///< the number of played games, not counting exact repeats
    std::chrono::nanoseconds running{};  ///< the time since this run began

    /// The number of games that this run has played per second. Nothing before the first game.
    std::optional<double> per_second() const {
        const double seconds = std::chrono::duration<double>(running).count();
        return played_now > 0 && seconds > 0 ? std::optional(played_now / seconds) : std::nullopt;
    }
};

struct RunEnd {
    enum class Why : std::uint8_t {
        finished,        ///< all games are played
        decided,         ///< the sequential test has come to a verdict
        disputed,        ///< the sequential test has no verdict: games that a busy machine has decided would change it
        repeats,         ///< the search for a verdict or a goal has stopped, because the bots only repeat their games
        goal,            ///< the goal is reached
        nothing_counts,  ///< none of the games of this run has a result, because neither bot or the rules can't start
        stop_after,      ///< this run has played its share of games, or its time is up
        signalled,
    };
    Why why = Why::finished;
    int signal = 0;             ///< the first signal, or 0 if there was none
    bool rules_failed = false;  ///< in a game of this run, of which the watchers were warned at once
    /// How the first game of this run without a result ended, in words that are safe to show. Empty unless `why` is
    /// nothing_counts, or the run has played games and no game of the tournament has a result.
    std::string without_result{};

    /// Whether there are games left that another run would play.
    bool may_be_resumed() const {
        return why == Why::stop_after || why == Why::nothing_counts || why == Why::signalled;
    }
};

/// Observes a tournament. All calls come from one thread. A game is in the file before a watcher is informed about it.
class Watcher {
public:
    virtual ~Watcher() = default;
    virtual void begun(const Progress& /*progress*/, const Account& /*account*/) {}
    virtual void played(const PlayedGame& /*game*/) {}
    /// Reports a void game by its number. The machine or the referee was to blame, and the game has been played again.
    virtual void voided(int /*game*/, std::string_view /*why*/) {}
    /// Reports changes that are in the file and take effect now. `head`: the head after the changes.
    virtual void changed(const TournamentHead& /*head*/, std::span<const Change> /*changes*/) {}
    /// Called several times a second.
    virtual void tick(const Progress& /*progress*/, const Account& /*account*/) {}
    virtual void warned(std::string_view /*text*/) {}
    virtual void ended(const Progress& /*progress*/, const RunEnd& /*end*/) {}
    /// Reports that an error ends the run. ended() is not called then. Throws nothing.
    virtual void failed(std::string_view /*why*/) {}
};

}  // namespace referee::tournament
