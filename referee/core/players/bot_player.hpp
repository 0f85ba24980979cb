// A bot process as a player: starts it, lets it take its turns, and ends it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "referee/core/match/player.hpp"
#include "referee/core/players/bot_stderr.hpp"
#include "referee/core/players/match_launcher.hpp"
#include "referee/core/players/running_bot.hpp"
#include "referee/core/players/stopped_bot.hpp"

namespace referee {

/// A bot's process. All calls are made from one thread.
class BotPlayer final : public Player {
public:
    /// `stop_fd` becomes readable when the match is to be abandoned. `stop_signal` is needed if `stop_fd` may become
    /// readable only some time after a signal, or does not become readable for every signal. With it, a bot that was
    /// ended together with the referee is not blamed. Requires: the objects that are passed by reference or pointer
    /// outlive the player.
    BotPlayer(MatchLauncher& launcher, LaunchPlan plan, int stop_fd, StderrSink sink = nullptr,
              const StopSignal* stop_signal = nullptr, const TurnClock& clock = real_clock);
    BotPlayer(const BotPlayer&) = delete;
    BotPlayer& operator=(const BotPlayer&) = delete;

    void prepare() override;
    /// Starts the process. If the process is running because it has played another game, sends it the next game.
    [[nodiscard]] std::optional<Fault> start(std::string_view setup) override;
    [[nodiscard]] TurnReport take_turn(const TurnRequest& request) override;
    [[nodiscard]] std::optional<Fault> fault_while_waiting() override;
    /// If a bot has written nothing to stderr before a quick turn, its notes may come with one of its next turns, up to
    /// 5 ms later. Reading them at once would cost every quick turn one more system call.
    [[nodiscard]] protocol::Notes take_notes() override;
    void dismiss() override;
    void end(Duration patience) override;
    [[nodiscard]] std::string stderr_tail() const override { return stderr_.tail(); }
    /// Reads what the stderr pipe holds now, and passes it on. Text that the bot wrote before an answer may still be in
    /// the pipe.
    void read_stderr();

    /// Called instead of dismiss() and end() if the bot's process may be kept after the game. Returns whether the
    /// process can play another game. If so, start() may be called again, for a game of the same kind.
    [[nodiscard]] bool can_play_on();
    /// Sets the bot's seat in the next game, 0 or 1. It is 0 until the first call.
    void take_seat(int seat) { seat_ = seat; }
    /// Resumes the bot, so that it can exit. Requires: can_play_on(). Throws std::system_error.
    void wake();
    /// Stops the bot until the next start(), so that it takes no time from running games. Requires: can_play_on().
    /// Throws std::system_error.
    void set_aside();
    [[nodiscard]] Past history() const { return bot_ ? bot_->history : Past(); }
    /// Whether the bot gets no time to exit by itself, because that would take time from other bots.
    [[nodiscard]] bool ends_at_once() const { return !ponders() || stop_.is_requested(); }
    /// After end(): whether the bot had exited by itself.
    [[nodiscard]] bool ended_by_itself() const { return ended_by_itself_; }

private:
    /// Whether the bot runs on while the other player thinks.
    bool ponders() const { return !plan_.request().confinement.pausable; }

    MatchLauncher& launcher_;
    LaunchPlan plan_;
    MatchStop stop_;
    int seat_ = 0;
    BotStderr stderr_;
    std::unique_ptr<StartingBot> starting_;  ///< between prepare() and start()
    std::optional<RunningBot> bot_;          ///< between start() and end(); uses the members above
    bool ended_by_itself_ = false;
};

}  // namespace referee
