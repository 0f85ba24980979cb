// Tells the bots that whoever stops the referee has ended from those that have failed.
#pragma once

#include <optional>

#include "protocol/ending.hpp"
#include "referee/system/stop_signal.hpp"

namespace referee {

/// How a bot has ended, as a fault or a match log tells it.
struct BotEnd {
    protocol::Ending ending;
    std::optional<int> exit_code;
    std::optional<int> signal;
};

/// Whether a signal that stops programs may have ended the bot: it has exited, or one of SIGINT, SIGQUIT, SIGTERM,
/// SIGHUP and SIGKILL has ended it. A bot that has run into a limit or crashed has done so itself.
bool may_have_been_stopped(const BotEnd& end);

/// Whether the signals that the referee itself has got so far explain such an end. SIGINT (Ctrl-C) explains an end by a
/// signal, or with the exit code 128 + n by which programs say that a signal has ended them: a tournament plays its
/// running games on then, and a bot that exits otherwise does so for reasons of its own. The other signals explain any
/// exit: a program may catch SIGTERM and exit as it likes.
bool explained_by(const StopSignal& signal, const BotEnd& end);

}  // namespace referee
