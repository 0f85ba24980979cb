// A tournament's progress in words, and a watcher that prints it every few seconds if there is no terminal to draw on.
#pragma once

#include <unistd.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "referee/core/base/clock.hpp"
#include "referee/tournament/run/watchers/output_gate.hpp"
#include "referee/tournament/run/watchers/watcher.hpp"

namespace referee::tournament {

/// The speed: "4.1 games/s", "12 games/min". Empty if it is not known yet.
std::string speed_of(const Progress& progress);

/// The time left at the speed so far, in seconds. None if it is not known, or if the tournament is open-ended.
std::optional<std::int64_t> seconds_left_of(const Progress& progress);

/// The time left: "22 s left", "1 h 5 min left". Empty if it is not known, or if the tournament is open-ended.
std::string time_left_of(const Progress& progress);

/// The progress in one line: "31 of 120 games, 4.1 games/s, 22 s left, 2 forfeits, 4 repeats".
std::string line_of(const Progress& progress, const Account& account);

/// The state of a goal at its last checkpoint: "goal los=95: 5 of 7 neighbours decided, the least at 71.3 %". Empty if
/// there is no goal or no checkpoint yet.
std::string goal_text(const Account& account);

/// The state of a sequential test. Empty if there is no test.
std::string test_text(const Account& account);

/// The message about a void game: "game 3 was void and has been played again: ...".
std::string void_text(int game, std::string_view why);

/// Prints lines of progress to stderr.
class PlainProgress final : public Watcher {
public:
    /// `stop_fd` becomes readable when the user wants to stop.
    PlainProgress(int jobs, int stop_fd) : jobs_(jobs), gate_(STDERR_FILENO, stop_fd) {}

    void begun(const Progress& progress, const Account& account) override;
    void voided(int game, std::string_view why) override;
    void changed(const TournamentHead& head, std::span<const Change> changes) override;
    void tick(const Progress& progress, const Account& account) override;
    void warned(std::string_view text) override;

private:
    int jobs_;
    OutputGate gate_;
    TimePoint next_line_;
    std::string warning_;
};

}  // namespace referee::tournament
