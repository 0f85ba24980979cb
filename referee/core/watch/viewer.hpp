// The main loop of the viewer: draws, and waits for keys, signals, the time of the next ply, and news of a live match.
#pragma once

#include <functional>
#include <vector>

#include "protocol/match_log.hpp"
#include "referee/core/base/stop_signal.hpp"
#include "referee/core/watch/feed.hpp"
#include "referee/core/watch/model.hpp"
#include "referee/core/watch/positions.hpp"
#include "referee/core/watch/screen.hpp"

namespace referee::watch {

/// Shows matches on a terminal until the user leaves.
class Viewer {
public:
    /// Requires: `signals` was constructed before any thread was started.
    Viewer(const StopSignal& stop, const TerminalSignals& signals) : stop_(stop), signals_(signals) {}

    /// Shows logged matches. Begins at ply `ply` of the first match. Requires: there is at least one match.
    void show(std::vector<protocol::MatchLog> matches, int ply);
    /// Shows a match while it is played, and after it has ended. Returns when the user leaves, when the program has to
    /// stop, or when the feed is closed before the match has ended.
    void follow(Feed& feed);

private:
    void run(Feed* feed);
    void load(std::size_t match, int ply);
    void renew_positions();
    bool wait(Feed* feed, TimePoint now);
    bool take_news(Feed& feed);
    bool handle_keys();
    bool handle(Key key);
    void handle_signals();
    void draw();
    TimePoint wake_up(const Feed* feed, TimePoint now) const;

    const StopSignal& stop_;
    const TerminalSignals& signals_;
    Screen screen_;
    Model model_;
    std::vector<protocol::MatchLog> matches_;
    std::size_t match_ = 0;  ///< the index of the shown match
    bool over_ = true;
    std::optional<Positions> positions_;
    std::string game_;
    TimePoint latest_{};  ///< when the last ply of a live match arrived
    TimePoint drawn_{};
    bool stale_ = true;  ///< the screen has to be redrawn
    bool hung_up_ = false;
};

/// Plays a match, passes its end to the feed, and ends early if the program has to stop.
using PlayMatch = std::function<void(Feed& feed)>;

/// Calls `play` in a new thread, and shows the match until the user leaves. Returns when both are done. Rethrows an
/// exception of `play` after the terminal has been restored. Calls `on_left_early` if the user leaves before the match
/// is over. Requires: `play` starts its bots in the new thread; no other thread has been started.
void play_and_show(const StopSignal& stop, const PlayMatch& play, const std::function<void()>& on_left_early);

}  // namespace referee::watch
