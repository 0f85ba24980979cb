// The threads that play a tournament's games: each plays one match at a time, and keeps what it needs for itself.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "referee/processes/launcher.hpp"
#include "referee/system/wake_up.hpp"
#include "referee/tournament/store/played_game.hpp"

namespace referee::tournament {

/// Plays one game, in any of the threads. Returns nothing if the game was broken off and is to be played again.
/// Whatever it throws ends the tournament.
using PlayGame = std::function<std::optional<PlayedGame>(const PlannedGame& game, Launcher& launcher)>;

class Workers {
public:
    /// Starts `count` threads; `pin`: each, and its bots, on a core of its own. Throws std::system_error.
    Workers(int count, bool pin, PlayGame play);
    /// Waits for the games that are being played; none is begun any more.
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    /// Games to be played after those that are waiting.
    void add(std::span<const PlannedGame> games);
    /// No game that has not begun is played any more.
    void begin_no_more();
    /// Games that are waiting, are being played, or have ended since the last take(); and a failure that it has to
    /// throw.
    int unfinished() const;
    int playing() const;

    /// Readable when there is something to take.
    int fd() const { return ready_.fd(); }
    /// The games that have ended since the last call. Throws what a thread has thrown, when all that came before it
    /// have been taken.
    std::vector<PlayedGame> take();

private:
    Workers(int count, PlayGame play);
    void work(int number, bool pin);
    bool play_next(Launcher& launcher);

    PlayGame play_;
    WakeUp ready_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<PlannedGame> waiting_;
    std::vector<PlayedGame> ended_;
    int broken_off_ = 0;  // since the last take()
    std::exception_ptr failure_;
    std::size_t max_ended_;  // whoever takes them may be slower than those who play
    int playing_ = 0;
    bool closing_ = false;
    std::vector<std::jthread> threads_;  // the last member: its threads use all the others
};

}  // namespace referee::tournament
