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
#include "referee/tournament/run/engine.hpp"

namespace referee::tournament {

/// Plays one game, in any of the threads. Returns nothing if the game was broken off and is to be played again.
/// Whatever it throws ends the tournament.
using PlayGame = std::function<std::optional<PlayedGame>(const PlannedGame& game, Launcher& launcher)>;

/// The engine that plays on this machine.
class Workers final : public Engine {
public:
    /// Starts `count` threads; `pin`: each, and its bots, on a core of its own. Throws std::system_error.
    Workers(int count, bool pin, PlayGame play);
    /// Waits for the games that are being played; none is begun any more.
    ~Workers() override;

    void add(std::span<const PlannedGame> games) override;
    void begin_no_more() override;
    int unfinished() const override;
    int playing() const override;
    int fd() const override { return ready_.fd(); }
    std::vector<PlayedGame> take() override;

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
