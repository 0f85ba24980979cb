// The interface to the engine that plays a tournament's games: threads of this process, or other machines.
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

    /// Adds games behind those that are waiting. Requires: their numbers ascend, from call to call too.
    virtual void add(std::span<const PlannedGame> games) = 0;
    /// Starts no more games; those that run go on.
    virtual void begin_no_more() = 0;
    /// The number of games that wait, run, or have ended since the last take(). A failure that take() still has to
    /// throw counts as one.
    [[nodiscard]] virtual int unfinished() const = 0;
    /// The number of games that are being played now, as far as it is known.
    [[nodiscard]] virtual int playing() const = 0;

    /// Readable when there is something to take.
    [[nodiscard]] virtual int fd() const = 0;
    /// Readable when take() should be called at once, because the engine can't start games before, or soon can't. -1:
    /// the engine never waits for take().
    [[nodiscard]] virtual int urgent_fd() const { return -1; }
    /// The games that have ended since the last call. If an error stops the engine, throws it after all games that
    /// ended before it have been taken.
    virtual std::vector<PlayedGame> take() = 0;
    /// Tells the engine that all games taken so far are on the disk.
    virtual void stored() {}
    /// Cleans up and adds the last messages. Requires: no more games are added, and unfinished() is 0. `over`: the
    /// tournament has ended, too; if not, a later run may continue it, and no finished game may be lost.
    virtual void finish(bool /*over*/) {}
    /// Called after the run has failed and has asked for running games to be broken off: waits for them, if the engine
    /// can end them soon, and returns the games that have ended.
    virtual std::vector<PlayedGame> abandon() { return {}; }
    /// A message that explains what happens to running games after begin_no_more(), and at a second Ctrl-C.
    [[nodiscard]] virtual std::string stopping_text() const {
        return "stopping after the running games; press Ctrl-C again to stop now";
    }
    /// Whether games may go on without this process after begin_no_more(), so that they need not be broken off.
    [[nodiscard]] virtual bool goes_on_alone() const { return false; }
    /// The messages for the user since the last call.
    virtual std::vector<std::string> take_warnings() { return {}; }
};

/// Starts an engine. An exception from it ends the tournament.
using StartEngine = std::function<std::unique_ptr<Engine>()>;

}  // namespace referee::tournament
