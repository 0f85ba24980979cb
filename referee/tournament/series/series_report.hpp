// Reports a series, in readable text while it is played, or as a JSON document.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "protocol/match_log.hpp"
#include "referee/core/base/clock.hpp"
#include "referee/core/base/log_file.hpp"
#include "referee/core/base/progress_line.hpp"
#include "referee/core/base/stop_signal.hpp"
#include "referee/core/play/match_report.hpp"
#include "referee/tournament/figures/tables/account.hpp"
#include "referee/tournament/figures/tables/turn_times.hpp"
#include "referee/tournament/run/watchers/watcher.hpp"

namespace referee::tournament {

/// Reports matches as they end, and writes their log.
class SeriesReport final : public Watcher, public MatchReport {
public:
    /// `account`: the account of both entrants, in the order of the plan. `log` may be null. Requires: the objects
    /// referred to outlive this object.
    SeriesReport(const MatchSetup& setup, const Account& account, const StopSignal& stop, std::unique_ptr<LogFile> log);

    void begin();
    /// Reports a match that has ended and is in the account. Matches come in the order of their numbers. Throws
    /// std::exception if the log can't be written; the match has been played nevertheless.
    void played(const PlayedGame& game) override;
    /// Prints the results. Must be called when no more matches will be played.
    void finish();

private:
    int games() const { return static_cast<int>(account_.results().total().games()); }
    void tell_game(const PlayedGame& game);
    void tell_forfeit(const PlayedGame& game);
    void tell_postponed_advice();
    void show_progress();
    void say_difference();

    const Account& account_;
    ProgressLine progress_;
    std::array<TurnTimes, 2> times_;
    std::set<std::pair<std::string, protocol::Ending>> told_;
    /// Forfeits that can be explained only when no game is being played.
    std::vector<PlayedGame> postponed_;
    TimePoint begun_{};
};

/// The results of a series in an account of two entrants.
[[nodiscard]] PlayResults results_of(const Account& account);

/// The table at the end of a series. `times`: the times of both entrants' turns. Requires: `account` has two entrants.
[[nodiscard]] std::string score_table(const Account& account, const std::array<std::string, 2>& names,
                                      const std::array<TurnTimes, 2>& times);

}  // namespace referee::tournament
