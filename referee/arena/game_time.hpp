// Measures the mean duration of a game, from which the final is planned.
#pragma once

#include <chrono>
#include <optional>

#include "referee/system/clock.hpp"
#include "referee/tournament/watchers/watcher.hpp"

namespace referee::arena {

/// Adds up for how long each thread has played. It looks several times a second, so the durations of single games need
/// not be known.
class GameTime final : public tournament::Watcher {
public:
    void tick(const tournament::Progress& progress, const tournament::Account& /*account*/) override {
        const TimePoint now = Clock::now();
        if (last_) played_for_ += (now - *last_) * progress.playing;
        last_ = now;
        games_ = progress.played_now;
    }
    /// None before min_games games.
    [[nodiscard]] std::optional<std::chrono::microseconds> mean() const {
        if (games_ < min_games) return std::nullopt;
        return std::chrono::duration_cast<std::chrono::microseconds>(played_for_ / games_);
    }

private:
    static constexpr int min_games = 20;

    std::optional<TimePoint> last_;
    Duration played_for_{};
    int games_ = 0;
};

}  // namespace referee::arena
