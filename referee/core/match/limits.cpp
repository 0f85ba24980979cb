#include "referee/core/match/limits.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "games/user_error.hpp"
#include "referee/core/base/duration.hpp"

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
    if (given.clock) base.clock = given.clock;
    if (given.move || given.clock) base.move = given.move;
    base.margin = given.margin.value_or(base.margin);
    if (given.first_move) {
        base.first_move = given.first_move;
    } else if (given.clock && !given.move) {
        base.first_move.reset();
    } else if (base.first_move && base.move) {
        base.first_move = std::max(*base.first_move, *base.move);
    }
    if (!base.clock && !base.first_move) base.first_move = base.move;
    base.drop_idle();
    return base;
}

protocol::Limits replaced_by(protocol::Limits earlier, const GivenLimits& given) {
    GivenLimits complete = given;
    if (given.replace_time()) {
        const protocol::Limits usual = usual_limits();
        earlier.clock.reset();
        earlier.move = usual.move;
        earlier.first_move = usual.first_move;
    } else if (!given.first_move) {
        complete.first_move = earlier.first_move;  // it may be shorter than that of a move
    }
    return with_given(earlier, complete);
}

protocol::Micros share_of_a_move(const protocol::TimeControl& clock) {
    constexpr int usual_moves = 30;
    return std::min(clock.total, clock.total / usual_moves + clock.increment);
}

protocol::TimeControl parse_clock(std::string text, std::string_view what) {
    std::erase(text, ' ');
    const auto plus = text.find('+');
    protocol::TimeControl clock{parse_duration(text.substr(0, plus), what), {}};
    if (plus != std::string::npos) clock.increment = parse_duration(text.substr(plus + 1), what);
    if (clock.total.count() == 0) throw games::UserError(fmt::format("{} '{}': the time must be above 0", what, text));
    return clock;
}

std::string clock_text(const protocol::TimeControl& clock) {
    return exact(clock.total) + (clock.increment.count() > 0 ? "+" + exact(clock.increment) : "");
}

std::string in_words(const protocol::Limits& limits) {
    std::string text;
    if (limits.move) text += fmt::format("{} a move, ", exact(*limits.move));
    if (limits.first_move) text += fmt::format("{} for the first, ", exact(*limits.first_move));
    if (limits.clock) text += fmt::format("{} a game, ", clock_text(*limits.clock));
    return text + fmt::format("margin {}", exact(limits.margin));
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
