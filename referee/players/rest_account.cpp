#include "referee/players/rest_account.hpp"

#include <algorithm>

namespace referee {

void RestAccount::begin(TimePoint now, bool known) {
    stopped_at_ = now;
    if (known) before_ = look_();
}

void RestAccount::stop(TimePoint now, int cores) {
    stopped_at_ = now;
    may_have_used_ += (now - resumed_at_) * cores;
    if (may_have_used_ < quick) return;
    before_ = look_();
    may_have_used_ = {};
}

bool RestAccount::ran(TimePoint now) {
    rested_ += now - stopped_at_;
    if (rested_ < tolerance) return false;
    const auto use = look_();
    if (use && before_) stolen_ += std::max(Duration::zero(), Duration((*use - *before_).used) - may_have_used_);
    before_ = use;
    may_have_used_ = rested_ = {};
    return stolen_ > tolerance;
}

}  // namespace referee
