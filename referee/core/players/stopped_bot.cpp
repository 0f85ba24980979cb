#include "referee/core/players/stopped_bot.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>

namespace referee {

namespace {

using protocol::BotEnd;
using protocol::Ending;

constexpr std::array stops = {SIGHUP, SIGINT, SIGQUIT, SIGKILL, SIGTERM};

bool is_stop(int signal) {
    return std::find(stops.begin(), stops.end(), signal) != stops.end();
}

/// A signal that is sent to the bots and the referee may reach the bots earlier than the referee by at most this time.
constexpr auto time_to_be_stopped_too = std::chrono::milliseconds(10);

/// A shell exits with this number plus the number of the signal that ended its command. So do programs that catch the
/// signal.
constexpr int exit_of_signal = 128;

/// Whether one of the signals `stops` ended the bot. If a bot reached a limit earlier and played on, its ending is
/// `resource_limit` in any case. But a limit itself ends a bot only by SIGKILL.
bool ended_by_stop(const BotEnd& end) {
    const bool limited = end.ending == Ending::resource_limit;
    if (!limited && end.ending != Ending::crashed && end.ending != Ending::exited) return false;
    if (end.signal) return is_stop(*end.signal) && !(limited && *end.signal == SIGKILL);
    return end.exit_code && is_stop(*end.exit_code - exit_of_signal);
}

/// Whether a signal that stops programs may have ended the bot: it has exited, or one of `stops` has ended it. A bot
/// that a limit has ended, or that has crashed, is itself to blame.
bool may_have_been_stopped(const BotEnd& end) {
    return end.ending == Ending::exited || ended_by_stop(end);
}

}  // namespace

bool explained_by(const StopSignal& signal, const BotEnd& end) {
    const bool went_silent = end.ending == Ending::closed_stdout || end.ending == Ending::timeout;
    if (signal.termination_requested()) return went_silent || may_have_been_stopped(end);
    return signal.requested() && may_have_been_stopped(end);
}

bool MatchStop::explains(const protocol::BotEnd& end) const {
    if (is_requested()) return true;
    const auto explained = [&] { return signal != nullptr && explained_by(*signal, end); };
    if (explained()) return true;
    if (!may_have_been_stopped(end)) return false;
    std::array<pollfd, 2> stop = {{{fd, POLLIN, 0}, {signal != nullptr ? signal->fd() : -1, POLLIN, 0}}};
    static_cast<void>(clock.wait_until(stop, clock.now() + time_to_be_stopped_too));
    return is_requested() || explained();
}

}  // namespace referee
