// The interfaces to the engine that plays a tournament's games (threads of this process, or other machines), and to the
// batch system whose machines play.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "referee/core/base/wake_up.hpp"
#include "referee/tournament/paper/settings.hpp"
#include "referee/tournament/paper/store/played_game.hpp"
#include "referee/tournament/paper/store/store.hpp"

namespace referee::tournament {

/// Work in the place of a game.
using Job = std::function<void()>;

/// Takes games and returns them when they are played, in any order. All calls come from one thread.
class Engine {
public:
    Engine() = default;
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
    virtual ~Engine() = default;

    /// Appends games to those that wait. Requires: the game numbers ascend, within a call and from call to call.
    virtual void add(std::span<const PlannedGame> games) = 0;
    /// Does some work that needs a core, such as the check of a bot, in a thread that plays games, in the place of a
    /// game. fd() becomes readable when the job is done. After a job, a thread prefers a game. The job must not throw,
    /// and does not count as unfinished. It is dropped if the engine ends before it has begun. Requires: this is the
    /// engine of this process, or of machines that are local.
    virtual void add_job(Job /*job*/) { throw std::logic_error("a job for an engine without threads"); }
    /// Whether jobs go before games from now on. At first, games do after each job.
    virtual void prefer_jobs(bool /*preferred*/) {}
    /// Starts no more games. Running games continue.
    virtual void begin_no_more() = 0;
    /// The number of games that wait, run, or have ended since the last take(). A failure that take() has not thrown
    /// yet counts as one game.
    [[nodiscard]] virtual int unfinished() const = 0;
    /// The number of games that are known to be running.
    [[nodiscard]] virtual int playing() const = 0;

    /// A descriptor that is readable when there is something to take.
    [[nodiscard]] virtual int fd() const = 0;
    /// A descriptor that is readable when take() should be called immediately. Until then the engine can start no more
    /// games, or soon won't be able to. -1: the engine never waits for take().
    [[nodiscard]] virtual int urgent_fd() const { return -1; }
    /// The games that have ended since the last call. If an error has stopped the engine, throws the error after all
    /// games that ended earlier have been taken.
    virtual std::vector<PlayedGame> take() = 0;
    /// Informs the engine that all games taken so far are on the disk.
    virtual void stored() {}
    /// Cleans up and adds the last messages. Requires: no more games are added, and unfinished() is 0. `over`: the
    /// tournament has ended. If not, a later run can continue it, and no finished game may be lost.
    virtual void finish(bool /*over*/) {}
    /// Called after the run has failed and has requested that running games be broken off. Returns the games that have
    /// ended. If the engine can end the running games soon, it waits for them first.
    virtual std::vector<PlayedGame> abandon() { return {}; }
    /// A message to the user: what happens to running games after begin_no_more(), and what a second Ctrl-C does.
    [[nodiscard]] virtual std::string stopping_text() const {
        return "stopping after the running games; press Ctrl-C again to stop now";
    }
    /// Whether games may continue without this process after begin_no_more(), so that they need not be broken off.
    [[nodiscard]] virtual bool goes_on_alone() const { return false; }
    /// The messages for the user since the last call.
    virtual std::vector<std::string> take_warnings() { return {}; }
};

/// Starts an engine. An exception from it ends the tournament.
using StartEngine = std::function<std::unique_ptr<Engine>()>;

/// Finds the opening of a game.
using OpeningOfGame = std::function<GameStart(const PlannedGame& game)>;

/// A batch system whose machines play a tournament's games.
class OtherMachines {
public:
    OtherMachines() = default;
    OtherMachines(const OtherMachines&) = delete;
    OtherMachines& operator=(const OtherMachines&) = delete;
    virtual ~OtherMachines() = default;

    /// The name of the batch system.
    [[nodiscard]] virtual std::string_view name() const = 0;

    /// Whether its games are played like those of this process: its engine takes jobs, so the tournament can be changed
    /// while it is played, and the file keeps a record of the run.
    [[nodiscard]] virtual bool is_local() const { return false; }

    /// Throws games::UserError if hosts without a shared file system can't get the tournament's files.
    virtual void check_files(const Settings& settings, const TournamentHead& head) const = 0;

    /// The number of games that can be played concurrently. Asks the batch system only once. Throws games::UserError if
    /// the batch system is missing or does not answer.
    virtual int slots() = 0;

    /// Makes the engine. Throws the exceptions of slots(). Also throws games::UserError if the spool belongs to another
    /// tournament.
    virtual std::unique_ptr<Engine> engine(const Settings& settings, const Store& store,
                                           const OpeningOfGame& opening_of, const WakeUp& break_off) = 0;

    /// The commands that would be run, as text for the user.
    virtual std::string commands_for(const TournamentHead& head) = 0;
};

/// Finds machines for games that need `cpus` cores each. An empty function means that the games are played in this
/// process.
using FindMachines = std::function<std::unique_ptr<OtherMachines>(std::uint64_t cpus)>;

}  // namespace referee::tournament
