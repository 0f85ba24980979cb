// Plays a tournament: hands out games to the engine, keeps the results, and informs the watchers.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "referee/core/base/clock.hpp"
#include "referee/core/base/stop_signal.hpp"
#include "referee/core/base/wake_up.hpp"
#include "referee/tournament/run/clocks.hpp"
#include "referee/tournament/run/desk.hpp"
#include "referee/tournament/run/engine.hpp"
#include "referee/tournament/run/ledger.hpp"
#include "referee/tournament/run/watchers/watcher.hpp"

namespace referee::tournament {

/// The settings of this run. They have no influence on the games.
struct RunSettings {
    std::optional<int> stop_after;     ///< the maximum number of games of this run
    std::optional<Duration> max_time;  ///< the maximum duration, counted from the call of play()
    /// No game begins after this time. This is wall-clock time, because the machine may be suspended in between.
    std::optional<std::chrono::system_clock::time_point> stop_at;
    /// The run ends when this many of its games are over, and none of them counts. None: it goes on.
    std::optional<int> max_without_result{};
    /// Games that end within this time are written together, because a wait for the disk costs far more than the rest.
    /// If the engine is waiting (Engine::urgent_fd), games are written immediately.
    Duration between_commits = std::chrono::milliseconds(50);
    /// Returns true when no more games are needed and running games are to be broken off. Empty: never.
    std::function<bool()> is_enough{};
    Clocks clocks{};
};

class Run {
public:
    /// Requires: the objects that the arguments refer to outlive this object. `break_off`: the run requests it when all
    /// games are to be broken off. `desk`: receives changes while games are played; null: the tournament can't be
    /// changed then. Throws games::UserError if the file is damaged or holds games that are not in the
    /// schedule.
    Run(Ledger& ledger, const RunSettings& settings, const StopSignal& stop, const WakeUp& break_off,
        StartEngine start_engine, std::vector<Watcher*> watchers, Desk* desk = nullptr);

    /// Plays the missing games until none is left, the user stops the run, or an error occurs. An error is thrown after
    /// the running games were broken off and all results that could be kept are in the file. After SIGINT the running
    /// games are finished. A second signal breaks them off. If the first signal is not SIGINT, it breaks the running
    /// games off at once, unless the engine's games can continue without this process.
    RunEnd play();

private:
    bool hand_out(Engine& engine);
    void make_changes();
    bool awaits_changes(const Engine& engine);
    void count_games();
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
    bool nothing_counts() const;
    bool may_continue() const;
    bool may_begin_games() const;
    bool time_is_up() const;
    void refresh(const Engine& engine);
    void warn(const std::vector<std::string>& texts);

    Ledger& ledger_;
    RunSettings settings_;
    const StopSignal& stop_;
    const WakeUp& break_off_;
    StartEngine start_engine_;
    std::vector<Watcher*> watchers_;
    Desk* desk_;
    int handed_out_ = 0;                ///< the number of games that this run has given to the engine
    std::vector<PlannedGame> waiting_;  ///< games to be given to the engine
    Account& account_;                  ///< the ledger's account
    Progress progress_;
    std::optional<TimePoint> deadline_;  ///< the end of max_time, set by play()
    TimePoint started_;
    TimePoint last_commit_{};
    int signal_ = 0;
    bool can_keep_ = true;  ///< false after a game could not be kept or announced
    bool told_of_rest_ = false;
    bool rules_failed_ = false;         ///< in a game of this run
    bool out_of_time_ = false;          ///< the time was up before all games were played
    bool one_counts_ = false;           ///< of the games of this run
    std::string first_without_result_;  ///< the first game of this run that does not count, in words
};

}  // namespace referee::tournament
