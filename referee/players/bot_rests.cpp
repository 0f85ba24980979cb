#include "referee/players/bot_rests.hpp"

#include "referee/players/fairness.hpp"

namespace referee {

namespace {

/// A bot takes 0.1 ms to stop; what takes longer is watched.
constexpr auto usual_time_to_stop = std::chrono::milliseconds(20);

/// CPU time in all of a game that a bot may use before it is stopped after its turns.
constexpr Duration max_work_after_turns = std::chrono::milliseconds(300);

}  // namespace

BotRests::BotRests(ChildProcess& child, bool ponders, int cores, const TurnClock& clock)
    : child_(child), ponders_(ponders), cores_(cores), clock_(clock), account_([&child] { return child.cpu_use(); }) {}

/// Where the stop takes effect late, on a machine that stalls, nothing can be said of what it uses until its turn.
void BotRests::begin() {
    const bool stopped = pause(true);
    account_.begin(clock_.now(), stopped && !ponders_);
}

void BotRests::begin_next_game() {
    account_.begin_next_game();
    worked_on_ = {};
    if (is_aside_) is_aside_ = !child_.pause(false);
}

void BotRests::set_aside() {
    is_aside_ = ponders_;
    static_cast<void>(child_.pause(true, Duration::zero()));
}

bool BotRests::ran() {
    return !ponders_ && account_.ran(clock_.now());
}

bool BotRests::resume() {
    account_.resume(clock_.now());
    return pause(false);
}

std::optional<BotRests::WorkedOn> BotRests::stop() {
    std::optional<WorkedOn> worked_on;
    if (!pause(true, usual_time_to_stop)) worked_on = wait_for_stop();
    if (!ponders_) account_.stop(clock_.now(), cores_);
    return worked_on;
}

/// It is the machine's doing if the bot was not busy, or others kept it from its core.
std::optional<BotRests::WorkedOn> BotRests::wait_for_stop() {
    CpuWatch watch(child_, clock_.now());
    const bool stopped = child_.pause(true);
    const CoreShare share = watch.until(clock_.now(), child_, cores_);
    if (share.use) worked_on_ += share.use->used;
    if (stopped && worked_on_ < max_work_after_turns) return std::nullopt;
    return WorkedOn{share.use, worked_on_ >= max_work_after_turns && time_denied(share) <= share.length / 2};
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
