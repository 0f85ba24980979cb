// Distinguishes bots that were ended together with the referee from bots that have failed.
#pragma once

#include "protocol/ending.hpp"
#include "referee/system/stop_signal.hpp"

namespace referee {

/// Whether a signal that stops programs may have ended the bot: it has exited, or one of SIGINT, SIGQUIT, SIGTERM,
/// SIGHUP and SIGKILL has ended it. A bot that a limit has ended or that crashed has done so itself.
[[nodiscard]] bool may_have_been_stopped(const protocol::BotEnd& end);

/// Whether the signals that the referee itself has got so far explain such an end. Any exit: a program may catch a
/// signal and exit as it likes (Python, where SIGINT meets it in an import, with 1). After SIGINT (Ctrl-C) a tournament
/// plays its running games on, and a bot that is silent or closes its output then does so for reasons of its own.
[[nodiscard]] bool explained_by(const StopSignal& signal, const protocol::BotEnd& end);

}  // namespace referee
