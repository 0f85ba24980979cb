// Announces the running games to other processes, so that `referee serve` can show them.
#pragma once

#include <string>
#include <vector>

#include "referee/core/base/clock.hpp"
#include "referee/core/base/unique_fd.hpp"
#include "referee/tournament/run/live/running_news.hpp"
#include "referee/tournament/run/watchers/watcher.hpp"

namespace referee::tournament {

/// A slow listener can't hold up the tournament. It misses news, and is finally disconnected.
class Announcer final : public Watcher {
public:
    /// Requires: `games` outlives this object.
    Announcer(const RunningGames& games, const FilePlace& file);

    void begun(const Progress& /*progress*/, const Account& /*account*/) override { announce(); }
    void tick(const Progress& /*progress*/, const Account& /*account*/) override { announce(); }

    /// Sends the news to all listeners. Called several times a second.
    void announce();

private:
    struct Listener {
        UniqueFd socket;
        RunningGames::Told told;
        std::string unsent;
        TimePoint since{};  ///< the time at which the unsent text was made
    };

    void let_in();
    /// Returns whether the listener is still connected.
    bool tell(Listener& listener);

    const RunningGames& games_;
    Door door_;
    std::vector<Listener> listeners_;
    std::vector<RunningGame> news_;
};

}  // namespace referee::tournament
