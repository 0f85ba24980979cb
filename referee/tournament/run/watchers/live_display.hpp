// Draws a running tournament on a terminal: the progress, the current table and the endings of games.
#pragma once

#include <unistd.h>

#include <functional>
#include <future>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/core/base/clock.hpp"
#include "referee/core/base/terminal_size.hpp"
#include "referee/tournament/figures/statistics/ratings.hpp"
#include "referee/tournament/figures/tables/standings.hpp"
#include "referee/tournament/run/watchers/output_gate.hpp"
#include "referee/tournament/run/watchers/watcher.hpp"

namespace referee::tournament {

/// The ratings of a running tournament, computed in a separate thread. It takes a second to rate a large tournament,
/// and the games must not wait for the ratings.
class LiveRatings {
public:
    using Rate = std::function<Ratings(const Results&, const RatingSettings&)>;

    /// Requires: `clock` outlives this object.
    explicit LiveRatings(Rate rate = tournament::rate, const TurnClock& clock = real_clock)
        : rate_(std::move(rate)), clock_(clock) {}

    /// The latest finished ratings. Before there are any, ratings that are based on no game. When the next computation
    /// is due, starts it with a copy of the results. Returns quickly.
    const Ratings& of(const Account& account);

private:
    struct Finished {
        Ratings ratings;
        std::size_t entrants;
        Duration took;
    };

    Rate rate_;
    const TurnClock& clock_;
    std::optional<Ratings> latest_;
    std::size_t entrants_ = 0;  ///< the number of entrants in `latest_`
    std::future<Finished> next_;
    TimePoint next_begin_{};
};

/// The live display as lines: the progress, the current table with these ratings, the endings of games, the state of a
/// goal or a sequential test, and `warning` if it is not empty. The last column and one row for the cursor are left
/// free. Long texts are wrapped and names are cut, so that no number loses a digit if there are at least 30 columns.
std::vector<std::string> live_lines(const Progress& progress, const Account& account, const Ratings& ratings,
                                    const std::string& warning, TerminalSize size);

/// Draws on stderr, in place. Erases the drawing at the end, so that the final tables replace it. Messages worth
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
    void changed(const TournamentHead& head, std::span<const Change> changes) override;
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
    int drawn_ = 0;  ///< the number of lines drawn on the screen
};

}  // namespace referee::tournament
