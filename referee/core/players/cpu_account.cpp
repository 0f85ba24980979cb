#include "referee/core/players/cpu_account.hpp"

#include <algorithm>
#include <utility>

namespace referee {

void CpuAccount::begin(TimePoint now, bool known) {
    stopped_at_ = now;
    if (known) before_ = look_();
    if (before_) last_stop_ = {{}, *before_, look_at_waits_()};
}

/// If the first stop took effect late, the CPU time is known only from the first resume on.
void CpuAccount::resume(TimePoint now) {
    resumed_at_ = now;
    if (!before_) before_ = look_();
}

/// Discards most of the covered CPU time that the bot has not used. Otherwise a bot could wait in its turns, and then
/// use as much CPU time outside them. A little is kept, because the kernel may count late.
Duration CpuAccount::stop(TimePoint now, Duration paid_for) {
    const Duration kept = quick * cores_;
    stopped_at_ = now;
    paid_ = std::min(paid_, kept) + paid_for * cores_ + beside_a_turn;
    ran_for_ += now - resumed_at_;
    const Duration beside = (now - resumed_at_) - paid_for;
    if (paid_ >= Duration::zero() && ran_for_ * cores_ < quick && beside * cores_ < beside_a_turn) {
        if (!before_) last_stop_.reset();
        if (last_stop_) last_stop_->ran_since = ran_for_;
        return Duration::zero();
    }
    static_cast<void>(look());
    ran_for_ = {};
    last_stop_.reset();
    if (before_) last_stop_ = {{}, *before_, look_at_waits_()};
    const Duration owed = std::max(Duration::zero(), -paid_);
    paid_ = std::clamp(paid_, Duration::zero(), kept);
    return owed / cores_;
}

/// The CPU time that is found here is charged together with the bot's next turn. Some of it may have been used in turns
/// after which the CPU time was not read. The maximum that the bot can have used in these turns does not count as used
/// in pauses. As long as the first stop is not confirmed, the bot may still run without a fault.
bool CpuAccount::ran(TimePoint now) {
    rested_ += now - std::exchange(stopped_at_, now);
    if (rested_ < tolerance || !before_) return false;
    rested_ = {};
    const Duration may_have_used = ran_for_ * cores_;
    stolen_ += std::max(Duration::zero(), look() - may_have_used);
    return stolen_ > tolerance;
}

/// Without a control group, the time of ended processes is counted in ticks of 10 ms, rounded down, so the sum may
/// decrease. The missing part appears later, and must not be counted twice.
Duration CpuAccount::look() {
    constexpr Duration rounding = std::chrono::milliseconds(20);
    auto used = look_();
    Duration growth{};
    if (used && before_) {
        growth = *used - *before_;
        if (growth < Duration::zero() && growth > -rounding) used = before_;
        growth = std::max(Duration::zero(), growth);
    }
    paid_ -= growth;
    before_ = used;
    return growth;
}

}  // namespace referee
