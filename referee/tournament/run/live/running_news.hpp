// Receives the running games that another process announces for a tournament, and defines the format of that news.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/core/base/clock.hpp"
#include "referee/core/base/file_identity.hpp"
#include "referee/core/base/unique_fd.hpp"
#include "referee/tournament/run/live/door.hpp"
#include "referee/tournament/run/live/running_games.hpp"

namespace referee::tournament {

/// Writes a line, with its newline: {"games":[{"number","id","from","moves","thoughts","frames"},...]}. "thoughts" may
/// be missing. It contains the info of each player, or null. "frames" is missing for built-in games.
std::string to_line(const std::vector<RunningGame>& games);
/// Reads a line that to_line() has written. Returns nothing if it is not valid.
std::optional<std::vector<RunningGame>> running_games_of(std::string_view line);

/// Adds news to the games that an observer knows: games without news are over. Returns false, and leaves the games in
/// no useful state, if the news do not continue them.
bool merge(std::map<int, RunningMatch>& games, std::vector<RunningGame> news);

/// Follows the running games of another process. Never blocks, and never throws because of that process's messages.
class RunningReader {
public:
    explicit RunningReader(const FilePlace& file) : address_(file, Offer::news) {}

    /// Reads the available lines. If there is no connection, connects first when the next attempt is due. Returns
    /// whether anything has changed.
    bool read();
    /// Whether a process sends news. A process that accepts no more clients does not count.
    bool connected() const { return heard_; }
    /// The running games, by number. Empty if there is no such process.
    const std::map<int, RunningMatch>& games() const { return games_; }

private:
    void connect();
    bool leave();
    bool take(std::string_view line);

    TournamentAddress address_;
    UniqueFd socket_;
    TimePoint next_try_{};
    bool heard_ = false;  ///< whether a line has been received
    std::string unread_;
    std::map<int, RunningMatch> games_;
};

}  // namespace referee::tournament
