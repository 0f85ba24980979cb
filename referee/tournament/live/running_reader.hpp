// Receives the news of games that another process plays for a tournament.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "referee/system/clock.hpp"
#include "referee/system/unique_fd.hpp"
#include "referee/tournament/live/running_news.hpp"

namespace referee::tournament {

/// Never waits, and throws nothing because of the other process's messages.
class RunningReader {
public:
    explicit RunningReader(const FilePlace& file) : address_(file) {}

    /// Takes what has come, after connecting where it is time to. Returns whether anything has changed.
    bool read();
    /// Whether there is a process that tells. One that lets nobody in any more does not.
    bool connected() const { return heard_; }
    /// By number. Empty if there is no such process.
    const std::map<int, RunningMatch>& games() const { return games_; }

private:
    void connect();
    bool leave();
    bool take(std::string_view line);

    NewsAddress address_;
    UniqueFd socket_;
    TimePoint next_try_{};
    bool heard_ = false;  ///< a line has come
    std::string unread_;
    std::map<int, RunningMatch> games_;
};

}  // namespace referee::tournament
