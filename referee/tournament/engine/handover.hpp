// What the run and the thread of a batch engine hand to each other.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "referee/system/wake_up.hpp"
#include "referee/tournament/schedule/schedule.hpp"
#include "referee/tournament/store/played_game.hpp"

namespace referee::tournament {

/// What the run wants of the engine.
struct Orders {
    std::vector<PlannedGame> added;  ///< since the last orders
    std::vector<int> stored;         ///< numbers of games that have come to the disk since then
    bool no_more = false;            ///< nothing that has not begun is to be played
    bool closing = false;            ///< nothing at all; the run waits for the thread
};

/// A box with two doors. Every function may be called by any thread.
class Handover {
public:
    // The run's side.

    void add(std::span<const PlannedGame> games);
    void begin_no_more();
    void close();
    /// Games that were added and have not been taken; and a failure that take() has to throw.
    [[nodiscard]] int unfinished() const;
    /// Games that are being played now.
    [[nodiscard]] int playing() const;
    /// Readable when there is something to take.
    [[nodiscard]] int fd() const { return ready_.fd(); }
    /// The games that have come since the last call. Throws what fail() was told, when all games are taken.
    [[nodiscard]] std::vector<PlayedGame> take();
    /// All games that were taken so far are on the disk.
    void stored();
    /// The lines for people since the last call.
    [[nodiscard]] std::vector<std::string> take_warnings();

    // The thread's side.

    [[nodiscard]] Orders take_orders();
    /// Waits while the run is slower than the hosts.
    void hand_on(PlayedGame game);
    /// So many games are open that take_orders() has returned, and so many are being played.
    void report(std::size_t open, int playing);
    /// Waits for new orders, or until the run has taken games.
    void wait(std::chrono::nanoseconds at_most);
    /// The thread ends with this error; null: it ends without one.
    void end(std::exception_ptr failure);
    void warn(std::string text);
    /// The same text is told only once.
    void warn_once(const std::string& text);
    [[nodiscard]] bool has_warned_of(const std::string& text) const;

private:
    [[nodiscard]] bool has_orders() const;

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    WakeUp ready_;
    std::vector<PlannedGame> added_;
    std::vector<PlayedGame> ended_;
    std::vector<int> taken_, stored_;  ///< numbers of games
    std::vector<std::string> warnings_;
    std::set<std::string> warned_;
    std::exception_ptr failure_;
    std::size_t open_ = 0;  ///< games that were added and have not come
    int playing_ = 0;
    bool no_more_ = false, no_more_taken_ = false;
    bool closing_ = false;
};

}  // namespace referee::tournament
