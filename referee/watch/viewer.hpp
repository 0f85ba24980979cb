// The loop of the viewer: waits for keys, for the time of the next ply, for a live match and for signals, and draws.
#pragma once

#include <vector>

#include "protocol/match_log.hpp"
#include "referee/system/stop_signal.hpp"
#include "referee/watch/feed.hpp"
#include "referee/watch/model.hpp"
#include "referee/watch/positions.hpp"
#include "referee/watch/screen.hpp"

namespace referee::watch {

/// Shows matches on a terminal until the user leaves.
class Viewer {
public:
    /// `signals` has been constructed before any thread was started.
    Viewer(const StopSignal& stop, const TerminalSignals& signals) : stop_(stop), signals_(signals) {}

    /// Shows logged matches, of which there is at least one, from this ply of the first one.
    void show(std::vector<protocol::MatchLog> matches, int ply);
    /// Shows a match as it is played, and on when it has ended. Returns when the user leaves, when the program is to
    /// stop, or when the feed is closed before the match has ended.
    void follow(Feed& feed);

private:
    void run(Feed* feed);
    void load(std::size_t match, int ply);
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
    std::size_t match_ = 0;  ///< the one that is shown
    bool over_ = true;
    std::optional<Positions> positions_;
    std::string game_;
    TimePoint latest_{};  ///< when the last ply of a live match came
    TimePoint drawn_{};
    bool stale_ = true;  ///< what is on the screen
    bool hung_up_ = false;
};

}  // namespace referee::watch
