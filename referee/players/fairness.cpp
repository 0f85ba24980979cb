#include "referee/players/fairness.hpp"

#include <algorithm>

namespace referee {

namespace {

/// What the bot did not get of the time that its cores had.
Duration unused(const CpuUse& use, Duration watched, int cores) {
    return std::max(Duration::zero(), watched * cores - use.used);
}

}  // namespace

Duration time_denied(const CpuUse& use, Duration watched, int cores) {
    return std::min({unused(use, watched, cores), watched, std::max(Duration::zero(), Duration(use.waited))});
}

std::optional<Disturbance> disturbance_of(const LateTurn& turn) {
    const bool had_its_cores = turn.use && unused(*turn.use, turn.watched, turn.cores) <= turn.tolerance;
    if (had_its_cores) return std::nullopt;
    if (turn.referee_late > turn.tolerance) return Disturbance{Disturbance::Kind::referee_late, turn.referee_late};
    const Duration denied = turn.use ? time_denied(*turn.use, turn.watched, turn.cores) : Duration::zero();
    if (denied <= turn.tolerance) return std::nullopt;
    return Disturbance{Disturbance::Kind::no_core, denied};
}

std::optional<CpuUse> CpuWatch::use(const ChildProcess& child) const {
    const auto now = child.cpu_use();
    if (!before_ || !now) return std::nullopt;
    return *now - *before_;
}

}  // namespace referee
