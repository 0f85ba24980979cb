#include "referee/players/bot_rests.hpp"

#include <utility>

namespace referee {

namespace {

/// A bot takes 0.1 ms to stop or to resume; what takes longer is watched.
constexpr auto usual_time_to_obey = std::chrono::milliseconds(20);

}  // namespace

BotRests::BotRests(ChildProcess& child, bool ponders, int cores, const TurnClock& clock)
    : child_(child), ponders_(ponders), clock_(clock), account_([&child] { return child.cpu_used(); }, cores) {}

/// Where the stop takes effect late, on a machine that stalls, nothing can be said of what it uses until its turn.
void BotRests::begin() {
    const bool stopped = !pause(true);
    account_.begin(clock_.now(), stopped && !ponders_);
}

void BotRests::begin_next_game() {
    account_.begin_next_game();
    if (is_aside_) is_aside_ = !child_.pause(false);
}

void BotRests::set_aside() {
    is_aside_ = ponders_;
    static_cast<void>(child_.pause(true, Duration::zero()));
}

bool BotRests::ran() {
    return !ponders_ && account_.ran(clock_.now());
}

std::optional<BotRests::NotObeyed> BotRests::resume() {
    if (!ponders_) account_.resume(clock_.now());
    resumed_at_ = clock_.now();
    return pause(false);
}

std::optional<BotRests::NotObeyed> BotRests::stop() {
    return pause(true);
}

Duration BotRests::used_beside(Duration paid_for) {
    if (ponders_) return Duration::zero();
    const Duration beside = account_.stop(clock_.now(), paid_for);
    const Duration ran_since = account_.ran_since();
    const auto used = account_.used_before();
    if (!used) {
        last_stop_.reset();
    } else if (ran_since == Duration::zero()) {
        last_stop_ = LastStop{{}, *used, child_.waits()};
    } else if (last_stop_) {
        last_stop_->ran_since = ran_since;
    }
    return beside;
}

std::optional<BotRests::NotObeyed> BotRests::pause(bool stopped) {
    if (pause(stopped, usual_time_to_obey)) return std::nullopt;
    const auto used_before = child_.cpu_used();
    const TimePoint begin = clock_.now();
    if (pause(stopped, ChildProcess::time_to_obey)) return std::nullopt;
    const auto used = child_.cpu_used();
    if (!used || !used_before) return NotObeyed{};
    const CpuUse use{*used - *used_before, {}};
    return NotObeyed{use, use.used >= (clock_.now() - begin) / 2};
}

/// Stops or resumes a bot that may not ponder, and lets one that may give way or not. Returns false if it did not obey
/// in time.
bool BotRests::pause(bool stopped, Duration patience) {
    if (!ponders_) return child_.pause(stopped, patience);
    child_.give_way(stopped);
    if (!stopped && is_aside_) is_aside_ = !child_.pause(false, patience);
    return stopped || !is_aside_;
}

}  // namespace referee
