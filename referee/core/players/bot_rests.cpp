#include "referee/core/players/bot_rests.hpp"

namespace referee {

namespace {

/// A bot usually takes 0.1 ms to stop or to resume. If it takes longer than this constant, its CPU time is measured
/// while the referee waits.
constexpr auto usual_time_to_obey = std::chrono::milliseconds(20);

}  // namespace

BotRests::BotRests(ChildProcess& child, bool ponders, const TurnClock& clock) : child_(child), clock_(clock) {
    if (ponders) return;
    account_.emplace([&child] { return child.cpu_used(); }, [&child] { return child.waits(); },
                     static_cast<int>(child.cores.size()));
}

/// If a stalling machine delays the stop, the bot's CPU time until its first turn is unknown.
void BotRests::begin() {
    const bool stopped = !pause(true);
    if (account_) account_->begin(clock_.now(), stopped);
}

void BotRests::begin_next_game() {
    if (account_) {
        account_->begin_next_game();
    } else {
        static_cast<void>(child_.pause(false));
    }
}

void BotRests::set_aside() {
    static_cast<void>(child_.pause(true, Duration::zero()));
}

bool BotRests::ran() {
    return account_ && account_->ran(clock_.now());
}

std::optional<BotRests::NotObeyed> BotRests::resume() {
    if (account_) account_->resume(clock_.now());
    resumed_at_ = clock_.now();
    return pause(false);
}

std::optional<BotRests::NotObeyed> BotRests::stop() {
    return pause(true);
}

Duration BotRests::used_beside(Duration paid_for) {
    return account_ ? account_->stop(clock_.now(), paid_for) : Duration::zero();
}

std::optional<BotRests::NotObeyed> BotRests::pause(bool stopped) {
    if (pause(stopped, usual_time_to_obey)) return std::nullopt;
    const auto used_before = child_.cpu_used();
    const auto served_before = served();
    const TimePoint begin = clock_.now();
    if (pause(stopped, ChildProcess::time_to_obey)) return std::nullopt;
    const auto used = child_.cpu_used();
    if (!used || !used_before) return NotObeyed{};
    const CpuUse use{*used - *used_before, {}};
    return NotObeyed{use, use.used + (served() - served_before) >= (clock_.now() - begin) / 2};
}

/// The CPU time of the referee's thread and of the warden, which counts as the bot's own while it is stopped or
/// resumed.
std::chrono::nanoseconds BotRests::served() const {
    const auto own_use = clock_.own_use();
    return (own_use ? own_use->used : std::chrono::nanoseconds{}) + child_.cpu_used_by_helpers();
}

/// Stops or resumes a bot that may not ponder. A bot that may ponder is not stopped. Instead, it gets a low weight for
/// the cores between its turns, and the usual weight in its turn. It is also resumed for its turn, because it may have
/// been stopped between two games. Returns false if the bot did not obey in time.
bool BotRests::pause(bool stopped, Duration patience) {
    if (account_) return child_.pause(stopped, patience);
    child_.give_way(stopped);
    return stopped || child_.pause(false, patience);
}

}  // namespace referee
