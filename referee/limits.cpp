#include "referee/limits.hpp"

#include <fmt/format.h>

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

protocol::Limits traditional_limits(const games::GameInfo& game) {
    const auto limit = game.traditional_time;
    if (!limit) {
        throw games::UserError(fmt::format("--traditional-time: {} has no such limit; give --move-time", game.name));
    }
    return {*limit, *limit, protocol::Micros(0)};
}

}  // namespace referee
