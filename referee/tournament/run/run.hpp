// Plays a tournament: hands out its games, has them kept when they have ended, and tells its watchers.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <vector>

#include "referee/system/clock.hpp"
#include "referee/system/stop_signal.hpp"
#include "referee/system/wake_up.hpp"
#include "referee/tournament/run/engine.hpp"
#include "referee/tournament/run/ledger.hpp"
#include "referee/tournament/watchers/watcher.hpp"

namespace referee::tournament {

/// The settings of this run; they have no influence on the games.
struct RunSettings {
    std::optional<int> stop_after;     ///< games of this run
    std::optional<Duration> max_time;  ///< from play() on
    /// No game begins later. By the clock on the wall: the machine may sleep meanwhile.
    std::optional<std::chrono::system_clock::time_point> stop_at;
    /// Games that end within so little time go into the file together, because the wait for the disk is by far the
    /// dearest part. An engine that would have to wait is not kept waiting.
    Duration between_commits = std::chrono::milliseconds(50);
    /// Whether no more games are wanted, and those that are being played are to be broken off. Empty: never.
    std::function<bool()> is_enough{};
};

class Run {
public:
    /// All that is referred to outlives the run; `break_off` is requested when all games are to be broken off. Throws
    /// games::UserError if the file is damaged or holds other games than the schedule's.
    Run(Ledger& ledger, const RunSettings& settings, const StopSignal& stop, const WakeUp& break_off,
        StartEngine start_engine, std::vector<Watcher*> watchers);

    /// Plays the games that are missing, until there are no more, the user stops it, or something fails: that is thrown
    /// when the games that were being played are broken off, and the file is as complete as it can be.
    /// After SIGINT the running games are played to their ends; after a second one, or another signal, they are not,
    /// unless the engine's go on without this process.
    RunEnd play();

private:
    bool hand_out(Engine& engine);
    void wait(const Engine& engine) const;
    void stop_if_asked(Engine& engine);
    void stop_if_enough(Engine& engine);
    void stop_if_time_is_up(Engine& engine);
    void keep(std::vector<PlayedGame> games);
    void tell(const std::vector<PlayedGame>& games);
    void keep_what_has_ended(Engine& engine);
    RunEnd end() const;
    bool test_has_ended() const;
    bool is_enough() const;
    bool may_continue() const;
    bool time_is_up() const;
    void refresh(const Engine& engine);
    void warn(const std::vector<std::string>& texts);

    Ledger& ledger_;
    RunSettings settings_;
    const StopSignal& stop_;
    const WakeUp& break_off_;
    StartEngine start_engine_;
    std::vector<Watcher*> watchers_;
    int handed_out_ = 0;                ///< in this run
    std::vector<PlannedGame> waiting_;  ///< to be handed out
    Account& account_;                  ///< the ledger's
    Progress progress_;
    std::optional<TimePoint> deadline_;  ///< of play(), by its settings' max_time
    TimePoint started_;
    TimePoint last_commit_{};
    int signal_ = 0;
    bool can_keep_ = true;      ///< until a game can't be kept, or told of
    bool out_of_time_ = false;  ///< the deadline has passed while games were still to come
};

}  // namespace referee::tournament
