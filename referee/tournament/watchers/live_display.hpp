// Draws a tournament on a terminal while it is played: progress, the current table, the endings of games.
#pragma once

#include <unistd.h>

#include <functional>
#include <future>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/system/clock.hpp"
#include "referee/terminal/progress_line.hpp"
#include "referee/tournament/statistics/ratings.hpp"
#include "referee/tournament/tables/standings.hpp"
#include "referee/tournament/watchers/output_gate.hpp"
#include "referee/tournament/watchers/watcher.hpp"

namespace referee::tournament {

/// The ratings of a tournament while it is played, computed in a thread of their own: a large tournament takes a second
/// to rate, and play must not wait for that.
class LiveRatings {
public:
    using Rate = std::function<Ratings(const Results&, const RatingSettings&)>;

    /// `clock` outlives this.
    explicit LiveRatings(Rate rate = tournament::rate, const TurnClock& clock = real_clock)
        : rate_(std::move(rate)), clock_(clock) {}

    /// The latest ratings that are finished; before the first, those without any game. Starts the next ones if it is
    /// time, with a copy of the results. Returns soon.
    const Ratings& of(const Account& account);

private:
    struct Finished {
        Ratings ratings;
        Duration took;
    };

    Rate rate_;
    const TurnClock& clock_;
    std::optional<Ratings> latest_;
    std::future<Finished> next_;
    TimePoint next_begin_{};
};

/// The live display as lines: the progress, the current table with these ratings, the endings of games, the sequential
/// test, and `warning` if it isn't empty. Lines leave the last column free, and a row is left for the cursor. Long
/// texts continue on the next line, and names are cut, so that no number loses a digit on at least 30 columns.
std::vector<std::string> live_lines(const Progress& progress, const Account& account, const Ratings& ratings,
                                    const std::string& warning, TerminalSize size);

/// Draws on stderr, in place, and erases the drawing at the end, so that the final tables replace it. Notes worth
/// keeping (void games, warnings) are printed above the drawing.
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
    int drawn_ = 0;  ///< the number of lines on the screen
};

}  // namespace referee::tournament
