// The time between a bot's turns. The bot is either stopped and must not use CPU time, or it may ponder and gives way
// to the other bot.
#pragma once

#include <optional>

#include "referee/core/base/clock.hpp"
#include "referee/core/players/cpu_account.hpp"
#include "referee/core/processes/child_process.hpp"

namespace referee {

/// Manages the pauses between the turns of one process, from its start. All calls may throw std::system_error.
/// Requires: the objects that are passed by reference outlive this object.
class BotRests {
public:
    /// Reports that the bot was not confirmed to have stopped or resumed within ChildProcess::time_to_obey.
    struct NotObeyed {
        std::optional<CpuUse> use{};  ///< the bot's CPU time while the referee waited, if known
        /// The bot, its warden and the referee's thread together used at least half of a core. So the bot is to blame,
        /// and not the machine.
        bool proven = false;
    };

    BotRests(ChildProcess& child, bool ponders, const TurnClock& clock);

    /// Must be called when the process has just been started.
    void begin();
    /// Must be called when the process begins another game. CPU time that was used between the two games counts in the
    /// second one.
    void begin_next_game();
    /// Stops the bot until its next game, even if it may ponder, so that it takes no time from running games.
    void set_aside();
    /// Must be called at the end of a pause, and may be called during it. Returns whether the bot ran while it was
    /// stopped, for longer than the delay with which the kernel may count CPU time.
    [[nodiscard]] bool ran();
    /// Whether resume() only sends a signal, so that the bot may run before resume() returns.
    [[nodiscard]] bool resumes_at_once() const { return account_ && child_.resumes_at_once(); }
    /// Resumes the bot for its turn. Returns a value if the bot may still be stopped.
    [[nodiscard]] std::optional<NotObeyed> resume();
    /// When the last call of resume() began.
    [[nodiscard]] TimePoint resumed_at() const { return resumed_at_; }
    /// Stops the bot after its turn. A stop takes effect when a thread returns from the kernel, which may take long.
    /// Returns a value if the bot may still run in the other player's turn.
    [[nodiscard]] std::optional<NotObeyed> stop();
    /// Must be called after stop(). Returns the time to charge for CPU time that the bot used outside its turn, that
    /// is, before the turn began or after its answer. The caller adds it to the time charged for the turn. `paid_for`:
    /// the time of the turn, which covers that much CPU time on each of the bot's cores, see CpuAccount.
    [[nodiscard]] Duration used_beside(Duration paid_for);
    /// The measurements at the bot's last stop, which are the baseline for those of its next turn. Null if they are
    /// unknown.
    [[nodiscard]] const LastStop* last_stop() const {
        return account_ && account_->last_stop() ? &*account_->last_stop() : nullptr;
    }

private:
    std::optional<NotObeyed> pause(bool stopped);
    bool pause(bool stopped, Duration patience);
    [[nodiscard]] std::chrono::nanoseconds served() const;

    ChildProcess& child_;
    const TurnClock& clock_;
    std::optional<CpuAccount> account_;  ///< none for a bot that may ponder, because it is not stopped
    TimePoint resumed_at_{};
};

}  // namespace referee
