#include "referee/match/limits.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "games/user_error.hpp"

namespace referee {

using std::chrono_literals::operator""ms;

protocol::Limits usual_limits() {
    protocol::Limits limits;
    limits.first_move = 1000ms;
    limits.move = 100ms;
    limits.margin = 20ms;
    return limits;
}

protocol::Limits with_given(protocol::Limits base, const GivenLimits& given) {
    base.move = given.move.value_or(base.move);
    base.margin = given.margin.value_or(base.margin);
    base.first_move = given.first_move.value_or(std::max(base.first_move, base.move));
    return base;
}

protocol::Limits traditional_limits(const games::GameInfo& game) {
    const auto limit = game.traditional_time;
    if (!limit) {
        throw games::UserError(
            fmt::format("--traditional-time: {} has no traditional limit; give --move-time", game.name));
    }
    return {*limit, *limit, protocol::Micros(0)};
}

}  // namespace referee
