// A bot process as a player: hands it its blocks, waits for its answers, and says what it did wrong.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "protocol/line_buffer.hpp"
#include "referee/match/player.hpp"
#include "referee/players/output_tail.hpp"
#include "referee/players/stopped_bot.hpp"
#include "referee/processes/launcher.hpp"
#include "referee/system/stop_signal.hpp"

namespace referee {

/// Called with what a bot has written to its stderr, as it is read.
using StderrSink = std::function<void(std::string_view)>;

class BotPlayer final : public Player {
public:
    /// `stop_fd` becomes readable when the match is to be given up. `stop_signal` is given where that may be later than
    /// the signal, or not for each: a bot that was ended together with the referee is not blamed. Both and the launcher
    /// outlive the player.
    BotPlayer(Launcher& launcher, LaunchRequest request, int stop_fd, StderrSink sink = nullptr,
              const StopSignal* stop_signal = nullptr);

    std::optional<Fault> start(std::string_view setup) override;
    TurnReport take_turn(const TurnRequest& request) override;
    void dismiss() override;
    void end(TimePoint patience) override;
    std::string stderr_tail() const override { return stderr_.text(); }
    /// After end(): whether the bot was gone by then.
    bool ended_by_itself() const { return ended_by_itself_; }

private:
    bool pause(bool stopped);
    TurnReport still_stopped() const;
    std::optional<Fault> early_output();
    void send(std::string_view block);
    void write_pending();
    std::size_t unread_by_bot() const;

    void watch_rare_events();
    TurnReport await_answer(Duration margin);
    TurnReport last_look(Duration margin);
    void blame_limit(Fault& fault) const;
    std::optional<TurnReport> handle_rare_events();
    std::optional<TurnReport> read_answer();
    TurnReport judge_line(std::string_view line);
    TurnReport gone();
    std::optional<ExitStatus> wait_for_end(TimePoint deadline, int stop_fd) const;
    bool stop_is_requested() const;
    bool stopped_with_referee(const BotEnd& end) const;

    bool read_stdout();
    bool read_stderr(std::size_t max);
    void drain_stderr();
    void listen_to_stderr();
    TurnReport faulted(Fault fault) const;
    Fault unread_fault(std::string line) const;
    Fault fault_with_rest(protocol::Ending ending, std::string detail) const;

    Launcher& launcher_;
    LaunchRequest request_;
    bool ponders_;  ///< runs on while the other player thinks
    int stop_fd_;
    StderrSink sink_;
    const StopSignal* stop_signal_;  ///< may be null

    std::unique_ptr<ChildProcess> child_;
    TimePoint deadline_{};     ///< of the turn
    std::string to_write_;     ///< for the bot's stdin
    std::size_t written_ = 0;  ///< so much of it has been taken: a megabyte goes in 16 pieces, and stays in place
    std::size_t may_stay_unread_ = 0;  ///< white space at the end of the last block
    protocol::LineBuffer lines_;
    OutputTail stderr_;
    TimePoint stderr_passed_on_at_{};              ///< by the sink, which may take its time
    std::optional<TimePoint> stderr_rests_until_;  ///< nobody listens to it before

    /// stdout, the rare events, and stdin while there is something left to write (otherwise -1).
    std::array<pollfd, 3> watched_{};
    /// An epoll instance of stderr, the bot's end and the stop signal. Every descriptor that a turn waits on costs time
    /// in each turn; together they cost as much as one.
    UniqueFd rare_events_;
    std::optional<TimePoint> line_read_at_;
    bool dismissed_ = false;
    bool ended_by_itself_ = false;
    std::chrono::nanoseconds cpu_told_{};  ///< CPU time up to the end of the last turn
};

}  // namespace referee
