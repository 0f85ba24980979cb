// An observer of a tournament while it is played: a terminal, a log of events.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include "referee/tournament/store/played_game.hpp"
#include "referee/tournament/tables/account.hpp"

namespace referee::tournament {

/// The progress of a tournament.
struct Progress {
    int played = 0;            ///< games in the file
    int played_now = 0;        ///< of these, in this run of the program
    std::optional<int> total;  ///< none: open-ended
    int playing = 0;
    int void_games = 0;
    std::map<int, int> void_games_of{};  ///< by the entrant in whose turn they were void
    int starved_turns = 0;               ///< turns in which other programs held the cores that a bot needed
    std::uint64_t distinct_games = 0;    ///< of the played games: without exact repeats
    std::chrono::nanoseconds running{};  ///< since this run began

    /// Games that this run has played in a second; none before the first.
    std::optional<double> per_second() const {
        const double seconds = std::chrono::duration<double>(running).count();
        return played_now > 0 && seconds > 0 ? std::optional(played_now / seconds) : std::nullopt;
    }
};

struct RunEnd {
    enum class Why : std::uint8_t {
        finished,    ///< all games are played
        decided,     ///< the sequential test has come to a verdict
        repeats,     ///< the sequential test has stopped without a verdict: the bots only repeat their games
        goal,        ///< the goal is reached
        stop_after,  ///< this run has played its share of games, or its time is up
        signalled,
    };
    Why why = Why::finished;
    int signal = 0;  ///< the first signal, if any

    /// Whether games are missing that another run would play.
    bool may_be_resumed() const { return why == Why::stop_after || why == Why::signalled; }
};

/// All calls come from one thread. A game is in the file before a watcher is told of it.
class Watcher {
public:
    virtual ~Watcher() = default;
    virtual void begun(const Progress& /*progress*/, const Account& /*account*/) {}
    virtual void played(const PlayedGame& /*game*/) {}
    /// A void game, by its number: the machine or the referee was to blame, and the game has been played again.
    virtual void voided(int /*game*/, std::string_view /*why*/) {}
    /// Called several times a second.
    virtual void tick(const Progress& /*progress*/, const Account& /*account*/) {}
    virtual void warned(std::string_view /*text*/) {}
    virtual void ended(const Progress& /*progress*/, const RunEnd& /*end*/) {}
    /// The run ends for an error; ended() is not called. Throws nothing.
    virtual void failed(std::string_view /*why*/) {}
};

}  // namespace referee::tournament
