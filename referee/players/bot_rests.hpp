// The time between a bot's turns: it is stopped and must use nothing, or, if it may ponder, it gives way to the other.
#pragma once

#include <optional>

#include "referee/players/cpu_account.hpp"
#include "referee/processes/child_process.hpp"
#include "referee/system/clock.hpp"

namespace referee {

/// The rests of one process, from its start on. What is referred to outlives it. All calls may throw std::system_error.
class BotRests {
public:
    /// The bot is not known to have stopped or resumed within ChildProcess::time_to_obey.
    struct NotObeyed {
        std::optional<CpuUse> use{};  ///< its own meanwhile; none: unknown
        bool proven = false;          ///< it is the bot's own doing, and not the machine's: it used half of a core
    };

    BotRests(ChildProcess& child, bool ponders, const TurnClock& clock);

    /// The process has just been started.
    void begin();
    /// It plays on: what it does from now on counts in the next game.
    void begin_next_game();
    /// Stops it until its next game, so that it costs those who play nothing, whether it may ponder or not.
    void set_aside();
    /// At the end of a rest: whether it ran while it was stopped, more than the kernel may count late.
    [[nodiscard]] bool ran();
    /// Whether resume() lets it go on with a mere signal: it may run before that returns.
    [[nodiscard]] bool resumes_at_once() const { return account_ && child_.resumes_at_once(); }
    /// Lets it go on for its turn. Returns something if it may still be stopped.
    [[nodiscard]] std::optional<NotObeyed> resume();
    /// When the last call of resume() began to let it go on.
    [[nodiscard]] TimePoint resumed_at() const { return resumed_at_; }
    /// Stops it after its turn. A stop takes effect when a thread comes back from the kernel, where it may be busy for
    /// long. Returns something if the bot may go on in the other player's turn.
    [[nodiscard]] std::optional<NotObeyed> stop();
    /// After stop(), for a turn that pays for so much time on each of the bot's cores: how much more it is to be
    /// charged with. This is CPU time that the bot used before its turn began or after its answer.
    [[nodiscard]] Duration used_beside(Duration paid_for);
    /// What is known of it at its last stop, for who watches its next turn; null: nothing.
    [[nodiscard]] const LastStop* last_stop() const {
        return account_ && account_->last_stop() ? &*account_->last_stop() : nullptr;
    }

private:
    std::optional<NotObeyed> pause(bool stopped);
    bool pause(bool stopped, Duration patience);

    ChildProcess& child_;
    const TurnClock& clock_;
    std::optional<CpuAccount> account_;  ///< none for a bot that may ponder: that gives way, and is not stopped
    TimePoint resumed_at_{};
};

}  // namespace referee
