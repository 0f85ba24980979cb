// Tells how far the final is.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <utility>

#include "referee/arena/arena.hpp"
#include "referee/core/base/clock.hpp"
#include "referee/tournament/run/watchers/progress_text.hpp"
#include "referee/tournament/run/watchers/watcher.hpp"

namespace referee::arena {

/// Tells the progress at the begin, and then once a second.
class FinalWatch final : public tournament::Watcher {
public:
    using Listener = std::function<void(const FinalProgress& progress)>;

    explicit FinalWatch(Listener listener) : listener_(std::move(listener)) {}

    void begun(const tournament::Progress& progress, const tournament::Account& /*account*/) override {
        tell(progress);
    }
    void tick(const tournament::Progress& progress, const tournament::Account& /*account*/) override {
        if (Clock::now() >= next_) tell(progress);
    }

private:
    static constexpr int min_games = 5;  ///< fewer games show no pace

    void tell(const tournament::Progress& progress) {
        next_ = Clock::now() + std::chrono::seconds(1);
        listener_({progress.played, progress.total,
                   progress.played_now < min_games ? std::nullopt : tournament::seconds_left_of(progress)});
    }

    Listener listener_;
    TimePoint next_{};
};

}  // namespace referee::arena
