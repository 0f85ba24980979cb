#include "referee/players/cpu_account.hpp"

#include <algorithm>

namespace referee {

void CpuAccount::begin(TimePoint now, bool known) {
    stopped_at_ = now;
    if (known) before_ = look_();
}

/// Where the first stop took effect late, the use can be told from here on.
void CpuAccount::resume(TimePoint now) {
    resumed_at_ = now;
    if (!before_) before_ = look_();
}

/// What a bot has paid for and does not use is soon lost: waiting must not earn it time beside its turns. A little is
/// kept, since the kernel may count late.
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

/// It pays for that with its next turn. What it may have used in turns that were not looked at is left to it.
bool CpuAccount::ran(TimePoint now) {
    rested_ += now - stopped_at_;
    if (rested_ < tolerance) return false;
    rested_ = {};
    const Duration may_have_used = ran_for_ * cores_;
    stolen_ += std::max(Duration::zero(), look() - may_have_used);
    return stolen_ > tolerance;
}

/// Where the processes themselves tell, the time of those that have ended is in ticks of 10 ms, rounded down: what is
/// missing then comes later, and is not to be counted twice.
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
