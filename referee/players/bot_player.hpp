// A bot process as a player: sends its blocks, waits for its answers, and reports its faults.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/line_buffer.hpp"
#include "referee/match/player.hpp"
#include "referee/players/bot_pipes.hpp"
#include "referee/players/bot_rests.hpp"
#include "referee/players/bot_stderr.hpp"
#include "referee/players/fairness.hpp"
#include "referee/players/match_launcher.hpp"
#include "referee/players/rare_events.hpp"
#include "referee/players/stopped_bot.hpp"
#include "referee/system/stop_signal.hpp"

namespace referee {

/// A bot's process. All calls are made from one thread.
class BotPlayer final : public Player {
public:
    /// `stop_fd` becomes readable when the match is to be given up. `stop_signal` is given where that may be later than
    /// the signal, or not for each: a bot that was ended together with the referee is not blamed. All that is referred
    /// to outlives the player.
    BotPlayer(MatchLauncher& launcher, LaunchPlan plan, int stop_fd, StderrSink sink = nullptr,
              const StopSignal* stop_signal = nullptr, const TurnClock& clock = real_clock);

    void prepare() override {
        if (!child_) starting_ = launcher_.prepare(plan_, seat_);
    }
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
    /// Lets it go on, so that it can exit. Throws std::system_error.
    void wake();
    /// Stops it until the next start(), so that it costs those who play nothing. Throws std::system_error.
    void set_aside();
    [[nodiscard]] const Past& history() const { return history_; }
    /// Whether it is given no time to exit by itself, since that would cost others theirs.
    [[nodiscard]] bool ends_at_once() const { return !ponders_ || stop_is_requested(); }
    /// After end(): whether the bot had exited by itself.
    [[nodiscard]] bool ended_by_itself() const { return ended_by_itself_; }

private:
    void begin_next_game(std::string_view setup);
    bool listens_to_stderr() const;
    std::optional<std::chrono::nanoseconds> cpu_since_last_look(TimePoint now);
    TurnReport not_obeyed(const BotRests::NotObeyed& order, protocol::Ending ending, std::string detail) const;
    TurnReport stop_after(TurnReport report, FairTime& time, Duration allowed);
    std::optional<Fault> early_output();

    TurnReport await_answer(FairTime& time, Duration margin);
    void look_around(FairTime& time, TimePoint now);
    std::optional<TurnReport> last_look(FairTime& time, Duration margin);
    std::optional<TurnReport> still_stopped(FairTime& time);
    void blame_limit(Fault& fault) const;
    std::optional<TurnReport> handle_rare_events();
    std::optional<TurnReport> read_answer();
    TurnReport judge_line(std::string_view line);
    TurnReport gone();
    std::optional<ExitStatus> wait_for_end(TimePoint deadline, int stop_fd) const;
    bool stop_is_requested() const;
    bool stopped_with_referee(const protocol::BotEnd& end) const;

    bool read_stdout();
    TurnReport faulted(Fault fault) const;
    Fault unread_fault(std::string line) const;
    Fault fault_with_rest(protocol::Ending ending, std::string detail) const;

    MatchLauncher& launcher_;
    LaunchPlan plan_;
    int seat_ = 0;
    bool ponders_;  ///< runs on while the other player thinks
    int stop_fd_;
    const StopSignal* stop_signal_;  ///< may be null
    const TurnClock& clock_;

    std::unique_ptr<StartingBot> starting_;  ///< between prepare() and start()
    std::unique_ptr<ChildProcess> child_;
    std::optional<BotInput> input_;          ///< of the child
    std::optional<BotRests> rests_;          ///< likewise
    std::optional<RareEvents> rare_events_;  ///< likewise
    Past history_;                           ///< of the child
    TimePoint listened_at_{};        ///< the start of the last turn that waited for rare events from its start on
    std::size_t stderr_before_ = 0;  ///< the turn: number of bytes
    protocol::LineBuffer lines_;
    bool reads_along_;  ///< somebody sees at once what the bot writes to stderr
    BotStderr stderr_;
    std::optional<TimePoint> stderr_rests_until_;  ///< nobody listens to it before

    /// stdout, stdin while there is something left to write, and the rare events in a turn that is not quick (each
    /// otherwise -1).
    std::array<pollfd, 3> watched_{};
    std::optional<TimePoint> line_read_at_;
    bool ended_by_itself_ = false;
    std::chrono::nanoseconds cpu_told_{};  ///< CPU time up to the last look
    TimePoint cpu_looked_at_{};
};

}  // namespace referee
