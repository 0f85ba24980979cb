// The threads that play a tournament's games. Each plays one match at a time, with its own launcher and processes.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "referee/core/base/clock.hpp"
#include "referee/core/base/mutex.hpp"
#include "referee/core/base/wake_up.hpp"
#include "referee/core/players/kept_bots.hpp"
#include "referee/core/players/match_launcher.hpp"
#include "referee/tournament/run/engine.hpp"

namespace referee::tournament {

/// The objects that a thread keeps from game to game.
struct Equipment {
    explicit Equipment(Placement placement) : launcher(placement) {}

    MatchLauncher launcher;
    std::shared_ptr<const void> settings;  ///< the settings of the latest game, to which the kept bots refer
    int latest_game = -1;                  ///< the number of the latest game
    KeptBots kept_bots;                    ///< declared after the launcher and the settings, which the bots use
};

/// Determines which threads may play a game.
enum class GameShare : std::uint8_t {
    whoever_is_free,
    by_pair,  ///< one thread plays all games of a pair, so that it can reuse the bots' processes
};
/// The share of each game. All games of a pair have the same one.
using ShareOf = std::function<GameShare(const PlannedGame& game)>;
[[nodiscard]] inline ShareOf always(GameShare share) {
    return [share](const PlannedGame& /*game*/) { return share; };
}

/// Plays one game, in any of the threads. Returns none if the game was broken off and is to be played again. An
/// exception from it ends the tournament.
using PlayGame = std::function<std::optional<PlayedGame>(const PlannedGame& game, Equipment& equipment)>;

/// The engine that plays on this machine. Ended games wait in a buffer of limited size until they are taken; while the
/// buffer is full, no game begins. Taking them is urgent when the buffer is half full, and when no game is left to
/// play, because the next games may depend on these results.
class Workers final : public Engine {
public:
    /// Starts `count` threads. `pin`: the bots of a match share the cores of its thread. `pause`: the pause of each
    /// thread after a game. Throws std::system_error if a thread can't be started.
    Workers(int count, bool pin, ShareOf share, PlayGame play, Duration pause = {});
    /// Starts no more games, and waits for the running games.
    ~Workers() override;

    void add(std::span<const PlannedGame> games) override;
    void add_job(Job job) override;
    void prefer_jobs(bool preferred) override;
    void begin_no_more() override;
    int unfinished() const override;
    int playing() const override;
    int fd() const override { return ready_.fd(); }
    int urgent_fd() const override { return urgent_.fd(); }
    std::vector<PlayedGame> take() override;
    std::vector<PlayedGame> abandon() override;

private:
    using Queue = std::deque<PlannedGame>;

    Workers(int count, ShareOf share, PlayGame play, Duration pause);
    void work(int number, Placement placement);
    /// The next work of a thread. Neither: the thread has to end.
    struct Turn {
        std::optional<PlannedGame> game;
        Job job;
    };
    Turn next_turn(std::size_t number, Equipment& equipment, bool prefers_game);
    /// The queue from which a thread takes its next game; null if no game waits for it.
    Queue* next_queue(Queue& own) REQUIRES(mutex_);
    void play(const PlannedGame& game, Equipment& equipment);
    void make_pause(Equipment& equipment);
    void close();
    void drop_waiting() REQUIRES(mutex_);
    void keep(std::optional<PlayedGame> played);
    std::size_t waiting() const REQUIRES(mutex_);

    ShareOf share_;
    PlayGame play_;
    Duration pause_;
    WakeUp ready_;
    WakeUp urgent_;
    mutable Mutex mutex_;
    std::condition_variable changed_;
    // One queue for each thread, and as the last one that of all threads.
    std::vector<Queue> waiting_ GUARDED_BY(mutex_);
    std::deque<Job> jobs_ GUARDED_BY(mutex_);
    bool jobs_first_ GUARDED_BY(mutex_) = false;
    std::vector<PlayedGame> ended_ GUARDED_BY(mutex_);
    std::size_t ended_bytes_ GUARDED_BY(mutex_) = 0;
    int broken_off_ GUARDED_BY(mutex_) = 0;  // the number of games broken off since the last take()
    std::exception_ptr failure_ GUARDED_BY(mutex_);
    int playing_ GUARDED_BY(mutex_) = 0;
    bool closing_ GUARDED_BY(mutex_) = false;
    std::vector<std::jthread> threads_;  // the last member, because the threads use all other members
};

}  // namespace referee::tournament
