#include "referee/core/players/fairness.hpp"

#include <algorithm>
#include <utility>

namespace referee {

namespace {

/// The time for which neither the bot nor what served it used its cores, summed over the cores.
Duration unused(const CoreShare& share) {
    return std::max(Duration::zero(), share.length * share.cores - Duration(share.use->used) - share.served);
}

/// The time for which the bot waited, at most.
Duration waited(const CoreShare& share) {
    return std::max(Duration::zero(),
                    std::min({unused(share), share.length, Duration(share.use->waited + share.times.stolen)}));
}

}  // namespace

Duration time_taken(const CoreShare& share) {
    if (!share.use) return Duration::zero();
    return std::clamp(unused(share) - Duration(share.times.idle), Duration::zero(), waited(share));
}

Duration time_denied(const CoreShare& share) {
    if (!share.use) return Duration::zero();
    return std::max(time_taken(share), share.cores == 1 ? std::min(waited(share), usual_lateness) : Duration::zero());
}

/// If the referee was late for most of the period, the whole machine stood still, and the measured use of the bot means
/// nothing.
std::optional<Disturbance> disturbance_of(Duration referee_late, Duration tolerance, const CoreShare& share,
                                          Duration given) {
    const bool had_its_cores =
        share.use && unused(share) - given <= tolerance && referee_late <= share.length - referee_late;
    if (had_its_cores) return std::nullopt;
    if (referee_late > tolerance) return Disturbance{Disturbance::Kind::referee_late, referee_late};
    const Duration denied = time_denied(share);
    if (denied - given <= tolerance) return std::nullopt;
    return Disturbance{Disturbance::Kind::no_core, denied};
}

CpuWatch::CpuWatch(const ChildProcess& child, TimePoint now)
    : from_(now),
      made_at_(now),
      before_(child.cpu_used()),
      times_before_(core_times_of(child.cores)),
      waits_(child.waits()),
      looked_at_(now) {}

CpuWatch::CpuWatch(const ChildProcess& child, TimePoint begin, TimePoint now, const LastStop& last_stop)
    : from_(begin - last_stop.ran_since),
      made_at_(now),
      before_(last_stop.used),
      times_before_(core_times_of(child.cores)),
      waits_(last_stop.waits),
      looked_at_(now) {
    look(child);
}

Duration CpuWatch::look(const ChildProcess& child) {
    constexpr Duration min_pause = std::chrono::milliseconds(20);
    constexpr int pauses_a_cost = 50;
    const TimePoint begin = Clock::now();
    ThreadWaits now = child.waits();
    std::map<pid_t, Duration> pending;
    for (const auto& [thread, account] : now) {
        const auto found = waits_.find(thread);
        // A new thread may have the number of a thread that has ended.
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
    const auto used = child.cpu_used();
    Duration waited = waited_;
    for (const auto& [thread, wait] : pending_)
        waited += wait;
    if (before_ && used) share.use = CpuUse{std::max(std::chrono::nanoseconds{}, *used - *before_), waited};
    const auto times = core_times_of(child.cores);
    if (times_before_ && times) share.times = *times - *times_before_;
    share.times.idle += (made_at_ - from_) * cores;  // the time before made_at_ counts as idle
    return share;
}

FairTime::FairTime(const ChildProcess& child, int cores, const TurnClock& clock, TimePoint begin, Duration length,
                   const std::optional<CpuUse>& own_use, const LastStop* last_stop)
    : child_(child),
      cores_(cores),
      clock_(clock),
      begin_(begin),
      length_(length),
      last_stop_(last_stop),
      own_use_(own_use),
      to_look_at_(begin + std::min(quick, length / 4)),
      woke_at_(begin) {}

/// The referee also wakes up often to look at the cores, so a late wake-up shows a stall.
bool FairTime::wait(std::span<pollfd> descriptors, TimePoint until) {
    const TimePoint asleep_at = clock_.now();
    note_stop_until(asleep_at);
    const TimePoint due = std::max(until, asleep_at);
    overtime_ += worked_past_deadline(asleep_at);
    const bool happened = clock_.wait_until(descriptors, until);
    const TimePoint now = clock_.now();
    const Duration stall = stalls_.note(due, now);
    woke_at_ = now;
    if (now < deadline()) {
        stalls_moved_ += stall;
    } else {
        late_ += std::max(Duration::zero(), now - due);
        const auto own_use = clock_.own_use();
        if (own_use && own_use_) queued_ += own_use->waited - own_use_->waited;
        own_use_ = own_use;
    }
    return happened;
}

/// Looks for a stop of the process in the referee's work since the last wait. Work after the stop is work.
void FairTime::note_stop_until(TimePoint now) {
    if (now - woke_at_ <= usual_lateness) return;
    const Duration stop = std::min(clock_.continued_at(), now) - woke_at_;
    if (stop <= usual_lateness) return;
    stalls_.add(stop);
    woke_at_ += stop;
    (woke_at_ < deadline() ? stalls_moved_ : late_) += stop;
}

/// The time by which the referee was late after the last deadline for another reason than the bot. A bot with many
/// threads can keep the referee from its core. The time for which the bot and its warden did not use a core is not its
/// doing.
Duration FairTime::machine_late() {
    const Duration late = std::exchange(late_, {});
    const Duration queued = std::exchange(queued_, {});
    if (!share_.use) return late;
    return std::max(Duration::zero(), late - std::min(queued, Duration(share_.use->used) + share_.served));
}

Duration FairTime::served() const {
    const auto own_use = clock_.own_use();
    return (own_use ? own_use->used : std::chrono::nanoseconds{}) + child_.cpu_used_by_helpers();
}

void FairTime::watch() {
    if (last_stop_) {
        watch_.emplace(child_, begin_, clock_.now(), *last_stop_);
    } else {
        watch_.emplace(child_, clock_.now());
    }
    served_before_ = served();
}

/// Never looks before next_look(). An earlier wake-up would cost too much, because the kernel has to program a timer if
/// it ends before the next tick (4 ms).
void FairTime::look_if_due(TimePoint now) {
    if (now < to_look_at_) return;
    if (!watch_) watch();
    const Duration pause = watch_->look(child_);
    own_use_ = clock_.own_use();
    to_look_at_ = clock_.now() + pause;
}

/// If the referee slept through the first look, the measurements at the last stop are enough.
void FairTime::measure() {
    const TimePoint now = clock_.now();
    if (!watch_ && last_stop_) watch();
    // A referee that slept through most of the time has seen too little of it.
    const bool seen = watch_ && watch_->from() - begin_ <= now - watch_->from();
    share_ = seen ? watch_->until(now, child_, cores_) : CoreShare{};
    share_.served = seen ? std::max(Duration::zero(), served() - served_before_) : Duration::zero();
}

/// The same stall of the machine may appear twice: as a late referee and as time denied to the bot. Only the greater of
/// the two is given back. If the CPU time of some of the bot's processes can't be counted, the bot itself may have used
/// the cores. In that case, at most `usual_lateness` of the denied time counts.
bool FairTime::extend(Duration tolerance) {
    constexpr Duration least = std::chrono::microseconds(200);
    const Duration most = length_ * (longest - 1);
    const Duration late = machine_late();
    const auto unfair = disturbance_of(late, tolerance, share_, given_);
    if (unfair && unfair->kind == Disturbance::Kind::referee_late) lateness_ += late;
    denied_ = time_denied(share_) - stalls_moved_ - resumed_late_;
    const Duration believed = child_.counts_all_use() ? denied_ : std::min(denied_, usual_lateness);
    const Duration given = std::min(std::max(believed, lateness_), most);
    const bool is_more = given >= given_ + least;
    if (is_more) {
        given_ = given;
        overtime_ = {};
    }
    missing_ = std::max(denied_, lateness_) - given_;
    return is_more;
}

std::optional<Disturbance> FairTime::disturbance(Duration tolerance) const {
    if (missing_ <= tolerance) return std::nullopt;
    return Disturbance{kind_of_taken(), given_ + missing_};
}

std::optional<Duration> FairTime::taken() const {
    if (!share_.use) return std::nullopt;
    return std::max(time_taken(share_), lateness_ + stalls_moved_);
}

std::optional<Disturbance> FairTime::given() const {
    if (given_ == Duration::zero()) return std::nullopt;
    return Disturbance{kind_of_taken(), given_};
}

Disturbance::Kind FairTime::kind_of_taken() const {
    return lateness_ > denied_ ? Disturbance::Kind::referee_late : Disturbance::Kind::no_core;
}

/// The wait for a core includes that of the sleep before. That favors the bot by little, and costs no reading of the
/// account in usual turns.
Duration FairTime::overtime(TimePoint now) {
    note_stop_until(now);
    const Duration worked = overtime_ + worked_past_deadline(now);
    if (worked <= usual_lateness) return worked;
    const auto own_use = clock_.own_use();
    const Duration queued = own_use && own_use_ ? Duration(own_use->waited - own_use_->waited) : Duration::zero();
    return std::max(Duration::zero(), worked - queued);
}

Duration FairTime::awake_in(Duration elapsed) const {
    return std::max(Duration::zero(), elapsed - resumed_late_ - stalls_.total());
}

Duration FairTime::charged_of(Duration elapsed) const {
    return given_ > Duration::zero() ? std::min(awake_in(elapsed), length_) : awake_in(elapsed);
}

}  // namespace referee
