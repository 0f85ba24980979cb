// Passes orders, games and messages between the run and the thread of a batch engine.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "referee/core/base/mutex.hpp"
#include "referee/core/base/wake_up.hpp"
#include "referee/tournament/paper/schedule/schedule.hpp"
#include "referee/tournament/paper/store/played_game.hpp"

namespace referee::tournament {

/// The run's orders to the engine.
struct Orders {
    std::vector<PlannedGame> added;  ///< games that were added since the last call of take_orders()
    std::vector<int> stored;         ///< the numbers of the games that were stored on disk since then
    bool no_more = false;            ///< start no further games
    bool closing = false;            ///< end the thread; the run waits for that
};

/// A thread-safe two-way channel between the run and the engine's thread.
class Handover {
public:
    // Called by the run:

    void add(std::span<const PlannedGame> games);
    void begin_no_more();
    void close();
    /// The number of games that have been added, but not taken. A failure that take() has to throw counts as one game.
    [[nodiscard]] int unfinished() const;
    /// The number of games that are being played now.
    [[nodiscard]] int playing() const;
    /// A descriptor that is readable when there is something to take.
    [[nodiscard]] int fd() const { return ready_.fd(); }
    /// Takes the games that have arrived since the last call. If there are none, throws the error that end() received,
    /// if any.
    [[nodiscard]] std::vector<PlayedGame> take();
    /// Reports that all games taken so far are on disk.
    void stored();
    /// Takes the messages for the user that have arrived since the last call.
    [[nodiscard]] std::vector<std::string> take_warnings();

    // Called by the engine's thread:

    [[nodiscard]] Orders take_orders();
    /// Passes a game to the run. Waits while the run has too many earlier games to take.
    void hand_on(PlayedGame game);
    /// Reports how many of the games from take_orders() are open, and how many games are running.
    void report(std::size_t open, int playing);
    /// Waits for new orders, or until the run takes games, but not longer than `at_most`.
    void wait(std::chrono::nanoseconds at_most);
    /// Reports that the thread ends. `failure`: the error that ended it; null if there was none.
    void end(std::exception_ptr failure);
    void warn(std::string text);
    /// Passes a message to the user, but each text only once. Returns whether it was new.
    bool warn_once(const std::string& text);

private:
    mutable Mutex mutex_;
    std::condition_variable changed_;
    WakeUp ready_;
    std::vector<PlannedGame> added_ GUARDED_BY(mutex_);
    std::vector<PlayedGame> ended_ GUARDED_BY(mutex_);
    std::vector<int> taken_ GUARDED_BY(mutex_), stored_ GUARDED_BY(mutex_);  ///< the numbers of games
    std::vector<std::string> warnings_ GUARDED_BY(mutex_);
    std::set<std::string> warned_ GUARDED_BY(mutex_);
    std::exception_ptr failure_ GUARDED_BY(mutex_);
    std::size_t open_ GUARDED_BY(mutex_) = 0;  ///< the number of games that were added and have not arrived yet
    int playing_ GUARDED_BY(mutex_) = 0;
    bool no_more_ GUARDED_BY(mutex_) = false, no_more_taken_ GUARDED_BY(mutex_) = false;
    bool closing_ GUARDED_BY(mutex_) = false;
};

}  // namespace referee::tournament
