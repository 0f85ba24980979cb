#include "referee/players/fairness.hpp"

#include <algorithm>

namespace referee {

namespace {

/// What the bot did not get of the time that its cores had.
Duration unused(const CoreShare& share) {
    return std::max(Duration::zero(), share.length * share.cores - Duration(share.use->used));
}

}  // namespace

Duration time_denied(const CoreShare& share) {
    if (!share.use) return Duration::zero();
    const Duration taken_by_others = unused(share) - Duration(share.times.idle);
    return std::max(Duration::zero(),
                    std::min({taken_by_others, share.length, Duration(share.use->waited + share.times.stolen)}));
}

/// If the referee was late for most of the time, the whole machine stood still, and what ran then did not run either.
std::optional<Disturbance> disturbance_of(Duration referee_late, Duration tolerance, const CoreShare& share) {
    const bool had_its_cores = share.use && unused(share) <= tolerance && referee_late <= share.length - referee_late;
    if (had_its_cores) return std::nullopt;
    if (referee_late > tolerance) return Disturbance{Disturbance::Kind::referee_late, referee_late};
    const Duration denied = time_denied(share);
    if (denied <= tolerance) return std::nullopt;
    return Disturbance{Disturbance::Kind::no_core, denied};
}

Duration CpuWatch::look(const ChildProcess& child) {
    constexpr Duration min_pause = std::chrono::milliseconds(20);
    constexpr int pauses_a_cost = 50;
    const TimePoint begin = Clock::now();
    ThreadWaits now = child.waits();
    std::map<pid_t, Duration> pending;
    for (const auto& [thread, account] : now) {
        const auto found = waits_.find(thread);
        // The number of a thread that has ended may be used again.
        const bool same = found != waits_.end() && found->second.waited <= account.waited;
        const ThreadWait before = same ? found->second : ThreadWait{};
        waited_ += account.waited - before.waited;
        const bool stood = account.waited == before.waited && account.used == before.used;
        if (same && stood && before.ready && account.ready) pending[thread] = pending_[thread] + (begin - looked_at_);
    }
    waits_ = std::move(now);
    pending_ = std::move(pending);
    looked_at_ = begin;
    return std::max(min_pause, (Clock::now() - begin) * pauses_a_cost);
}

CoreShare CpuWatch::until(TimePoint now, const ChildProcess& child, int cores) {
    look(child);
    CoreShare share{now - from_, std::nullopt, {}, cores};
    const auto use = child.cpu_use();
    Duration waited = waited_;
    for (const auto& [thread, wait] : pending_)
        waited += wait;
    if (before_ && use) share.use = CpuUse{(*use - *before_).used, waited};
    const auto times = core_times_of(child.cores);
    if (times_before_ && times) share.times = *times - *times_before_;
    return share;
}

}  // namespace referee
