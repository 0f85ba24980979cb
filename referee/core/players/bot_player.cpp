#include "referee/core/players/bot_player.hpp"

#include <csignal>
#include <utility>

namespace referee {

BotPlayer::BotPlayer(MatchLauncher& launcher, LaunchPlan plan, int stop_fd, StderrSink sink,
                     const StopSignal* stop_signal, const TurnClock& clock)
    : launcher_(launcher),
      plan_(std::move(plan)),
      stop_{stop_fd, stop_signal, clock},
      stderr_(std::move(sink), clock) {}

void BotPlayer::prepare() {
    if (!bot_) starting_ = launcher_.prepare(plan_, seat_);
}

std::optional<Fault> BotPlayer::start(std::string_view setup) {
    if (bot_) {
        launcher_.assign_cores(*bot_->child, plan_.request().confinement, seat_);
        bot_->begin_next_game(setup);
        return std::nullopt;
    }
    Launcher::Launched launched;
    try {
        launched = launcher_.launch(plan_, seat_, std::move(starting_));
    } catch (const SandboxFailure&) {
        // The signal that stopped the referee may have ended bubblewrap too. If so, this is not a fault, and the first
        // turn reports the stop.
        if (stop_.explains({protocol::Ending::crashed, {}, SIGKILL})) return std::nullopt;
        throw;
    }
    if (const auto* failure = std::get_if<LaunchFailure>(&launched)) {
        return Fault{protocol::Ending::failed_to_start, failure->reason, {}, {}, {}};
    }
    bot_.emplace(std::move(std::get<std::unique_ptr<ChildProcess>>(launched)), ponders(), stderr_, stop_);
    bot_->begin(setup);
    return std::nullopt;
}

TurnReport BotPlayer::take_turn(const TurnRequest& request) {
    if (!bot_) return {};  // see start()
    return bot_->take_turn(request);
}

std::optional<Fault> BotPlayer::fault_while_waiting() {
    return bot_ ? bot_->fault_while_waiting() : std::nullopt;
}

/// A silent bot costs nothing, because stderr is read only if the bot has written to it before, or if an event on it
/// was seen in this turn.
protocol::Notes BotPlayer::take_notes() {
    if (!bot_) return {};
    const bool may_have_written = stderr_.bytes() > 0 || bot_->rare_event_waits;
    if (may_have_written) bot_->drain_stderr();
    return stderr_.take_notes();
}

void BotPlayer::dismiss() {
    if (!bot_) return;
    bot_->drain_stderr();
    stderr_.keep_no_more();
    bot_->child->pipes.to_stdin.reset();
}

void BotPlayer::end(Duration patience) {
    starting_.reset();
    if (!bot_) return;
    ended_by_itself_ = bot_->end(patience);
    bot_.reset();
}

void BotPlayer::read_stderr() {
    if (bot_) bot_->drain_stderr();
}

bool BotPlayer::can_play_on() {
    return bot_ && bot_->can_play_on();
}

void BotPlayer::wake() {
    static_cast<void>(bot_->child->pause(false, Duration::zero()));
}

void BotPlayer::set_aside() {
    bot_->rests.set_aside();
}

}  // namespace referee
