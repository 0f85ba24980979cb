// Measures the mean duration of a game, from which the final is planned.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <utility>

#include "referee/core/base/clock.hpp"
#include "referee/tournament/run/watchers/watcher.hpp"

namespace referee::arena {

/// Adds up for how long each thread has played. It looks several times a second, so the durations of single games need
/// not be known. Tells the mean after min_games games, and again whenever the games have grown by a half.
class GameTime final : public tournament::Watcher {
public:
    using Listener = std::function<void(std::chrono::microseconds mean)>;

    explicit GameTime(Listener listener) : listener_(std::move(listener)) {}

    void tick(const tournament::Progress& progress, const tournament::Account& /*account*/) override {
        const TimePoint now = Clock::now();
        if (last_) played_for_ += (now - *last_) * progress.playing;
        last_ = now;
        if (progress.played_now < next_) return;
        next_ = progress.played_now + progress.played_now / 2;
        listener_(std::chrono::duration_cast<std::chrono::microseconds>(played_for_ / progress.played_now));
    }

private:
    static constexpr int min_games = 20;

    Listener listener_;
    std::optional<TimePoint> last_;
    Duration played_for_{};
    int next_ = min_games;  ///< the number of games at which the mean is told
};

}  // namespace referee::arena
