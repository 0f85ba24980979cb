#include "referee/tournament/schedule/side_preference.hpp"

#include <algorithm>
#include <cstdlib>

namespace referee::tournament {

namespace {

/// Whether `a` moved first in the latest game, counted from the end, in which both had different sides.
std::optional<bool> first_when_they_differed(const Sides& a, const Sides& b) {
    for (auto one = a.rbegin(), other = b.rbegin(); one != a.rend() && other != b.rend(); ++one, ++other) {
        if (*one != *other) return *one;
    }
    return std::nullopt;
}

}  // namespace

int side_balance(const Sides& sides) {
    const auto first = static_cast<int>(std::count(sides.begin(), sides.end(), true));
    return 2 * first - static_cast<int>(sides.size());
}

SidePreference preference_of(const Sides& sides) {
    if (sides.empty()) return {};
    const int balance = side_balance(sides);
    const bool last = sides.back();
    if (std::abs(balance) >= 2) return {Urgency::absolute, balance < 0};
    if (sides.size() >= 2 && sides[sides.size() - 2] == last) return {Urgency::absolute, !last};
    if (balance != 0) return {Urgency::strong, balance < 0};
    return {Urgency::mild, !last};
}

Urgency clash_of(const SidePreference& a, const SidePreference& b) {
    return a.first == b.first ? std::min(a.urgency, b.urgency) : Urgency::none;
}

std::optional<bool> moves_first(const Sides& a, const Sides& b) {
    const SidePreference one = preference_of(a), other = preference_of(b);
    if (one.urgency == Urgency::none && other.urgency == Urgency::none) return std::nullopt;
    if (other.urgency == Urgency::none) return one.first;
    if (one.urgency == Urgency::none) return !other.first;
    if (one.first != other.first) return one.first;
    if (one.urgency != other.urgency) return one.urgency > other.urgency ? one.first : !other.first;
    const int lead = std::abs(side_balance(a)) - std::abs(side_balance(b));
    if (one.urgency == Urgency::absolute && lead != 0) return lead > 0 ? one.first : !other.first;
    if (const auto first = first_when_they_differed(a, b)) return !*first;
    return one.first;
}

}  // namespace referee::tournament
