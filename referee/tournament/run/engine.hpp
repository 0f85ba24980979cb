// The one who plays a tournament's games: threads of this process, or machines elsewhere.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "referee/tournament/store/played_game.hpp"

namespace referee::tournament {

/// Takes games and returns them when they are played, in any order. All calls come from one thread.
class Engine {
public:
    Engine() = default;
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
    virtual ~Engine() = default;

    /// Games to be played after those that are waiting. Requires: their numbers ascend from call to call.
    virtual void add(std::span<const PlannedGame> games) = 0;
    /// No game that has not begun is played any more.
    virtual void begin_no_more() = 0;
    /// Games that are waiting, are being played, or have ended since the last take(); and a failure that it has to
    /// throw.
    [[nodiscard]] virtual int unfinished() const = 0;
    /// Games that are being played now, as far as this is known.
    [[nodiscard]] virtual int playing() const = 0;

    /// Readable when there is something to take.
    [[nodiscard]] virtual int fd() const = 0;
    /// Readable when the games that have ended should be taken at once, since playing waits for that, or soon will.
    /// -1: it never does.
    [[nodiscard]] virtual int urgent_fd() const { return -1; }
    /// The games that have ended since the last call. Throws the error that keeps games from being played, when all
    /// that came before it have been taken.
    virtual std::vector<PlayedGame> take() = 0;
    /// All games that were taken so far are on the disk.
    virtual void stored() {}
    /// No games are added any more, and unfinished() is 0: the engine tidies up, and adds its last lines for people.
    /// `over`: so is the tournament; otherwise another run may go on with it, and no finished game may be lost.
    virtual void finish(bool /*over*/) {}
    /// The run has failed, and games are to be broken off: waits for those that are being played, where this takes no
    /// longer than that, and returns those that have ended.
    virtual std::vector<PlayedGame> abandon() { return {}; }
    /// What begin_no_more() means for the games that are being played, and what a second Ctrl-C does to them: a line
    /// for people.
    [[nodiscard]] virtual std::string stopping_text() const {
        return "stopping after the running games; press Ctrl-C again to stop now";
    }
    /// Whether begin_no_more() lets games go on without this process, so that they need not be broken off.
    [[nodiscard]] virtual bool goes_on_alone() const { return false; }
    /// Lines for people since the last call.
    virtual std::vector<std::string> take_warnings() { return {}; }
};

/// Starts an engine. What it throws ends the tournament.
using StartEngine = std::function<std::unique_ptr<Engine>()>;

}  // namespace referee::tournament
