#include "referee/players/stopped_bot.hpp"

#include <algorithm>
#include <array>
#include <csignal>

namespace referee {

namespace {

using protocol::Ending;

constexpr std::array stops = {SIGHUP, SIGINT, SIGQUIT, SIGKILL, SIGTERM};

bool is_stop(int signal) {
    return std::find(stops.begin(), stops.end(), signal) != stops.end();
}

/// A shell says so of its command, and a program that catches the signal of itself.
constexpr int exit_of_signal = 128;

bool ended_by_stop(const BotEnd& end) {
    if (end.ending == Ending::crashed) return end.signal && is_stop(*end.signal);
    return end.ending == Ending::exited && end.exit_code && is_stop(*end.exit_code - exit_of_signal);
}

}  // namespace

bool may_have_been_stopped(const BotEnd& end) {
    return end.ending == Ending::exited || ended_by_stop(end);
}

bool explained_by(const StopSignal& signal, const BotEnd& end) {
    if (signal.termination_requested()) return may_have_been_stopped(end);
    return signal.requested() && ended_by_stop(end);
}

}  // namespace referee
