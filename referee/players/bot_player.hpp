// A bot process as a player: starts it, lets it take its turns, and ends it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "referee/match/player.hpp"
#include "referee/players/bot_stderr.hpp"
#include "referee/players/match_launcher.hpp"
#include "referee/players/running_bot.hpp"
#include "referee/players/stopped_bot.hpp"

namespace referee {

/// A bot's process. All calls are made from one thread.
class BotPlayer final : public Player {
public:
    /// `stop_fd` becomes readable when the match is to be given up. `stop_signal` is given where that may be later than
    /// the signal, or not for each: a bot that was ended together with the referee is not blamed. All that is referred
    /// to outlives the player.
    BotPlayer(MatchLauncher& launcher, LaunchPlan plan, int stop_fd, StderrSink sink = nullptr,
              const StopSignal* stop_signal = nullptr, const TurnClock& clock = real_clock);
    BotPlayer(const BotPlayer&) = delete;
    BotPlayer& operator=(const BotPlayer&) = delete;

    void prepare() override;
    /// Starts the process; or, if it can play on, tells it of the next game.
    [[nodiscard]] std::optional<Fault> start(std::string_view setup) override;
    [[nodiscard]] TurnReport take_turn(const TurnRequest& request) override;
    /// What was written to stderr in a quick turn, by a bot that had written nothing there before, may be told with one
    /// of its next turns, up to 5 ms later: a look at it is a system call more than a quick turn has.
    [[nodiscard]] protocol::Notes take_notes() override;
    void dismiss() override;
    void end(Duration patience) override;
    [[nodiscard]] std::string stderr_tail() const override { return stderr_.tail(); }
    /// Reads what lies in its stderr by now, and passes it on: what it wrote before an answer may be there still.
    void read_stderr();

    /// After a game that the match lets it stay for, in place of dismiss() and end(): whether its process can play
    /// another one. Then start() may be called again, for a game of the same kind.
    [[nodiscard]] bool can_play_on();
    /// Its seat in the next game: 0, unless this says otherwise, or 1.
    void take_seat(int seat) { seat_ = seat; }
    /// Lets it go on, so that it can exit. Requires: can_play_on(). Throws std::system_error.
    void wake();
    /// Stops it until the next start(), so that it costs those who play nothing. Requires and throws likewise.
    void set_aside();
    [[nodiscard]] Past history() const { return bot_ ? bot_->history : Past(); }
    /// Whether it is given no time to exit by itself, since that would cost others theirs.
    [[nodiscard]] bool ends_at_once() const { return !ponders() || stop_.is_requested(); }
    /// After end(): whether the bot had exited by itself.
    [[nodiscard]] bool ended_by_itself() const { return ended_by_itself_; }

private:
    /// Whether it runs on while the other player thinks.
    bool ponders() const { return !plan_.request().confinement.pausable; }

    MatchLauncher& launcher_;
    LaunchPlan plan_;
    MatchStop stop_;
    int seat_ = 0;
    BotStderr stderr_;
    std::unique_ptr<StartingBot> starting_;  ///< between prepare() and start()
    std::optional<RunningBot> bot_;          ///< between start() and end(); uses those above
    bool ended_by_itself_ = false;
};

}  // namespace referee
