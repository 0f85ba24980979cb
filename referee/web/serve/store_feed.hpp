// Follows the file of one tournament while another process or thread writes it.
#pragma once

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/core/base/clock.hpp"
#include "referee/core/base/mutex.hpp"
#include "referee/tournament/figures/tables/account.hpp"
#include "referee/tournament/paper/schedule/finished_games.hpp"
#include "referee/tournament/paper/store/store.hpp"
#include "referee/web/pages/game_rows.hpp"
#include "referee/web/serve/followed_game.hpp"
#include "referee/web/serve/running_boards.hpp"

namespace referee::serve {

/// Who follows a file looks at it so often, and computes its tables at most so often.
inline constexpr std::chrono::milliseconds between_looks{250};
inline constexpr std::chrono::seconds between_tables{1};

/// Keeps some work to 1/20 of the time, because bots play on this machine.
class TimeShare {
public:
    /// Whether the work may be done now. `delay`: it may wait for so long in addition.
    bool is_due(Duration delay = {}) const { return Clock::now() >= next_ + delay; }
    /// The work that began then has ended now. It is not due again before `at_least` after it began.
    void used_since(TimePoint begin, Duration at_least = {}) {
        next_ = begin + std::max(at_least, 20 * (Clock::now() - begin));
    }

private:
    TimePoint next_{};
};

/// One thread refreshes the feed, and reads its values: they change only when that thread refreshes it, so nothing is
/// copied. The file itself may be read by any thread.
class StoreFeed {
public:
    /// `path`: for messages. Throws games::UserError if this program does not know the tournament's game.
    StoreFeed(tournament::Store store, std::string path);

    /// Takes what is new in the file, unless that has taken too much of the time. Returns whether it has taken
    /// anything. Throws games::UserError if the file is damaged, or if its path does not lead to it any more.
    bool refresh();

    /// Requires: refresh() has taken something.
    const tournament::Account& account() const { return *account_; }
    /// The games in the order in which they were read.
    const tournament::GameRows& rows() const { return rows_; }
    /// Grows when rows() begin anew, because earlier ones are no longer valid.
    int generation() const { return generation_; }
    /// Whether another process was writing the file at the last refresh(). Only for a store from Store::open().
    bool is_written() const { return is_written_; }
    /// The boards of these running games, see RunningBoards::json().
    std::string boards(const std::map<int, tournament::RunningMatch>& games);
    /// The game that people can follow, see FollowedGame. `goes_on`: whether another one is to follow it.
    const std::string& followed(const std::map<int, tournament::RunningMatch>& running, bool goes_on);

    /// Returns `use(store)` for the file as it is now. Thread-safe. May wait for another thread that reads the file.
    template <class Use>
    auto read(const Use& use) {
        const Lock lock(mutex_);
        const SnapshotRelease at_the_end{store_};
        behind_ = store_.refresh() || behind_;
        return use(std::as_const(store_));
    }

private:
    /// Releases the snapshot of the file at the end of the scope. A snapshot that is kept hinders who writes the file.
    struct SnapshotRelease {
        tournament::Store& store;
        ~SnapshotRelease() { store.release_snapshot(); }
    };

    void take() REQUIRES(mutex_);

    const std::string path_;
    Mutex mutex_;
    tournament::Store store_ GUARDED_BY(mutex_);
    bool behind_ GUARDED_BY(mutex_) = true;  ///< the file has changes that were not taken

    // Members that only one thread uses:
    TimeShare reading_;
    std::optional<tournament::Account> account_;
    std::vector<tournament::PlannedGame> games_;  ///< the planned games
    tournament::FinishedGames known_;             ///< the games taken from the file, and the cancelled games
    tournament::GameRows rows_;
    int generation_ = 0;
    bool is_written_ = false;
    RunningBoards boards_;
    FollowedGame followed_;
};

}  // namespace referee::serve
