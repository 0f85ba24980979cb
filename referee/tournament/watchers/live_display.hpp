// Draws a tournament on a terminal while it is played: how far it is, the table as it stands, how games end.
#pragma once

#include <unistd.h>

#include <string>

#include "referee/system/clock.hpp"
#include "referee/tournament/watchers/live_ratings.hpp"
#include "referee/tournament/watchers/output_gate.hpp"
#include "referee/tournament/watchers/watcher.hpp"

namespace referee::tournament {

/// Draws on stderr, in place; when it ends nothing of it is left, so that the tables follow. Notes that are worth
/// keeping (void games, warnings) scroll away above it.
class LiveDisplay final : public Watcher {
public:
    /// Requires: can_draw_on_terminal(). `stop_fd` becomes readable when the user wants to stop.
    LiveDisplay(int jobs, int stop_fd) : jobs_(jobs), gate_(STDERR_FILENO, stop_fd) {}
    ~LiveDisplay() override;
    LiveDisplay(const LiveDisplay&) = delete;
    LiveDisplay& operator=(const LiveDisplay&) = delete;

    void begun(const Progress& progress, const Account& account) override;
    void voided(int game, std::string_view why) override;
    void tick(const Progress& progress, const Account& account) override;
    void warned(std::string_view text) override;
    void ended(const Progress& progress, const RunEnd& end) override;

private:
    void say(const std::string& line);
    void draw(const Progress& progress, const Account& account);
    void erase();

    int jobs_;
    OutputGate gate_;
    TimePoint next_{};
    LiveRatings ratings_;
    int drawn_ = 0;  ///< lines that are on the screen
};

}  // namespace referee::tournament
