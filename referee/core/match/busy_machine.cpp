#include "referee/core/match/busy_machine.hpp"

#include <algorithm>
#include <cstddef>

namespace referee {

using protocol::Micros;

Micros taken_by_machine(const LastTurn& last) {
    const auto& failure = last.failure;
    if (last.result.ending != protocol::Ending::timeout || !failure) return {};
    if (failure->taken) return *failure->taken;
    if (!failure->elapsed || !failure->limit || !failure->cpu || !failure->waited) return {};
    const auto& own = last.players[static_cast<std::size_t>(failure->player)].limits;
    const Micros margin = own ? own->margin : last.limits.margin;
    const Micros idle = *failure->elapsed - *failure->cpu;
    return std::max({Micros(), std::min(*failure->waited, idle), *failure->elapsed - *failure->limit - margin});
}

bool machine_was_busy(const LastTurn& last) {
    const auto limit = last.failure ? last.failure->limit : std::nullopt;
    const Micros taken = taken_by_machine(last);
    return limit && taken > usual_wait && taken > *limit / 10;
}

bool machine_was_busy(const protocol::MatchLog& log) {
    if (log.result.ending != protocol::Ending::timeout) return false;
    return machine_was_busy(LastTurn{log.players, log.limits, log.result, log.failure});
}

}  // namespace referee
