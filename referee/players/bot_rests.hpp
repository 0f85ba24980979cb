// The time between a bot's turns: the bot is stopped and must use no CPU time, or it may ponder and gives way to the
// other bot.
#pragma once

#include <optional>

#include "referee/players/cpu_account.hpp"
#include "referee/processes/child_process.hpp"
#include "referee/system/clock.hpp"

namespace referee {

/// The rests of one process, from its start on. The references outlive it. All calls may throw std::system_error.
class BotRests {
public:
    /// The bot is not known to have stopped or resumed within ChildProcess::time_to_obey.
    struct NotObeyed {
        std::optional<CpuUse> use{};  ///< of the bot while the referee waited; none: unknown
        bool proven = false;          ///< the bot is to blame, not the machine: it used at least half of a core
    };

    BotRests(ChildProcess& child, bool ponders, const TurnClock& clock);

    /// The process has just been started.
    void begin();
    /// It plays on: from now on its CPU time counts in the next game.
    void begin_next_game();
    /// Stops it until its next game, so that it takes no time from running games, even if it may ponder.
    void set_aside();
    /// At the end of a rest: whether it ran while it was stopped, for longer than the kernel may count late.
    [[nodiscard]] bool ran();
    /// Whether resume() only sends a signal: the bot may run before resume() returns.
    [[nodiscard]] bool resumes_at_once() const { return account_ && child_.resumes_at_once(); }
    /// Resumes it for its turn. Returns something if it may still be stopped.
    [[nodiscard]] std::optional<NotObeyed> resume();
    /// When the last call of resume() began.
    [[nodiscard]] TimePoint resumed_at() const { return resumed_at_; }
    /// Stops it after its turn. A stop takes effect when a thread returns from the kernel, which may take long. Returns
    /// something if the bot may still run in the other player's turn.
    [[nodiscard]] std::optional<NotObeyed> stop();
    /// After stop(): the CPU time that the bot used before its turn began or after its answer, and that the turn is
    /// charged with in addition. `paid_for`: the time of the turn, which pays for as much on each of the bot's cores.
    [[nodiscard]] Duration used_beside(Duration paid_for);
    /// The measurements at its last stop, from which its next turn is watched; null: unknown.
    [[nodiscard]] const LastStop* last_stop() const {
        return account_ && account_->last_stop() ? &*account_->last_stop() : nullptr;
    }

private:
    std::optional<NotObeyed> pause(bool stopped);
    bool pause(bool stopped, Duration patience);

    ChildProcess& child_;
    const TurnClock& clock_;
    std::optional<CpuAccount> account_;  ///< none for a bot that may ponder: it gives way, and is not stopped
    TimePoint resumed_at_{};
};

}  // namespace referee
