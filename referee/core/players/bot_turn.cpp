// One turn of a bot: its block, its answer or its fault, and the time that is charged for it.
#include "referee/core/players/running_bot.hpp"

#include <poll.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <chrono>
#include <cstring>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "protocol/answer.hpp"
#include "referee/core/players/fairness.hpp"

namespace referee {

namespace {

using protocol::Ending;
using protocol::LineBuffer;

/// How long to wait for the exit of a bot that has closed its stdout. The kernel closes a dying process's files shortly
/// before it reports the death.
constexpr auto time_to_die = std::chrono::milliseconds(100);

constexpr std::string_view cant_be_resumed = "it could not be resumed for its turn";

/// The longest wait. A log may contain limits that are too large to be added to a time.
constexpr Duration max_time = std::chrono::hours(24 * 365);

/// If a bot writes more than this to stderr in a turn, its stderr is watched from the start of the next turn. A pipe
/// holds 64 KiB.
constexpr std::size_t max_stderr_unread = 16 * 1024;

/// If a bot writes more than this to stderr in a turn and is late, the bot itself is to blame.
constexpr std::size_t max_stderr_of_fair_turn = std::size_t{1} << 20;

/// The indices of a turn's descriptors. Descriptors that are not always waited for come last.
enum Watched : std::size_t { on_stdout, on_stdin, on_rare_event };

constexpr short hang_up_or_data = POLLIN | POLLHUP | POLLERR;

void charge(TurnReport& report, Duration cost) {
    if (cost != report.elapsed) report.charged = cost;
}

std::string signal_text(int signal) {
    const char* name = ::sigabbrev_np(signal);
    const char* meaning = ::sigdescr_np(signal);
    return "signal " + std::to_string(signal) +
           (name != nullptr ? std::string(" (SIG") + name + ", " + meaning + ")" : "");
}

TurnReport faulted(Fault fault) {
    TurnReport report;
    report.kind = TurnReport::Kind::faulted;
    report.fault = std::move(fault);
    return report;
}

/// Reports that the bot was not stopped or resumed in time. If the machine may be to blame, the first such match is
/// void, not lost.
TurnReport not_obeyed(const MatchStop& stop, const BotRests::NotObeyed& order, Ending ending, std::string detail) {
    if (stop.is_requested()) return {};
    TurnReport report = faulted({ending, std::move(detail), {}, {}, {}, order.use});
    report.elapsed = ChildProcess::time_to_obey;
    if (order.proven) report.fault->taken = Duration::zero();
    if (!order.proven) report.disturbed = {Disturbance::Kind::not_obeyed, ChildProcess::time_to_obey};
    return report;
}

/// A fault that quotes the incomplete line that the bot has written, if there is one.
Fault fault_with_rest(const RunningBot& bot, Ending ending, std::string detail) {
    Fault fault{ending, std::move(detail), {}, {}, {}};
    if (!bot.lines.rest().empty()) fault.line = protocol::escaped(bot.lines.rest());
    return fault;
}

/// Returns a fault if the bot has written something to stdout since its last answer, before its turn began.
std::optional<Fault> early_output(RunningBot& bot) {
    if (bot.lines.rest().empty() && (!is_readable(bot.child->pipes.from_stdout.get()) || !bot.read_stdout()))
        return std::nullopt;
    return fault_with_rest(bot, Ending::premature, "it wrote this before its turn had begun");
}

/// Whether stderr is watched from the start of a turn. It is watched if it is passed on, or if the bot filled much of
/// the pipe in the last turn and might have to wait. Otherwise the stderr of a quick turn is read after the turn.
bool listens_to_stderr(const RunningBot& bot) {
    return bot.err.is_passed_on() || bot.err.bytes() - bot.stderr_before > max_stderr_unread;
}

/// A turn that has begun. The bot runs, and has been sent the block.
class Turn {
public:
    Turn(RunningBot& bot, TimePoint begin, const TurnRequest& request)
        : bot_(bot),
          clock_(bot.stop.clock),
          tolerance_(std::max(request.margin, usual_lateness)),
          allowed_(std::min(request.limit, max_time) + std::min(request.margin, max_time)),
          time_(*bot.child, bot.number_of_cores(), clock_, begin, allowed_, bot.own_use(begin), bot.rests.last_stop()) {
        // A game that consists only of quick turns must check for a stop from time to time, too.
        const bool listens = listens_to_stderr(bot) || begin - bot.listened_at >= FairTime::quick;
        if (listens) bot.listened_at = begin;
        bot.stderr_before = bot.err.bytes();
        watched_ = {{{bot.child->pipes.from_stdout.get(), POLLIN, 0},
                     {-1, POLLOUT, 0},
                     {listens ? bot.rare_events.fd() : -1, POLLIN, 0}}};
    }

    /// Plays the turn to its end. `early`: a fault of the bot that occurred before the turn.
    TurnReport play(std::optional<Fault> early) {
        TurnReport report = early ? faulted(std::move(*early)) : await_answer();
        bot_.rare_event_waits = watched_[on_rare_event].revents != 0;
        if (report.fault && bot_.stop.explains({report.fault->ending, report.fault->exit_code, report.fault->signal})) {
            report = {};
        }
        report.elapsed = line_read_at_.value_or(clock_.now()) - time_.begin();
        report.given = time_.given();
        report.cpu = bot_.cpu_since_last_look(time_.begin() + report.elapsed);
        if (report.kind == TurnReport::Kind::answered) return stop_after(std::move(report));
        charge(report, time_.charged_of(report.elapsed));
        return report;
    }

private:
    /// Stops the bot. CPU time that it used while no clock ran is charged as well.
    TurnReport stop_after(TurnReport report) {
        bot_.history.has_answered = true;
        if (const auto order = bot_.rests.stop()) {
            TurnReport failed =
                not_obeyed(bot_.stop, *order, Ending::resource_limit, "its processes kept running after its turn");
            failed.elapsed = report.elapsed;
            return failed;
        }
        time_.note_resume(bot_.child->resume_delay().value_or(Duration::zero()));
        const Duration in_turn = time_.charged_of(report.elapsed);
        Duration beside = bot_.rests.used_beside(time_.awake_in(report.elapsed));
        // While the referee itself was stopped (Ctrl-Z), it could not stop the bot.
        if (beside > usual_lateness)
            beside -= std::clamp(clock_.continued_at() - *line_read_at_, Duration::zero(), beside);
        charge(report, in_turn + beside);
        // A bot that has used up its time, or was given more, is allowed the usual lateness.
        const bool was_late = time_.given() || in_turn > allowed_;
        if (beside <= (was_late ? usual_lateness : allowed_ - in_turn)) return report;
        TurnReport late =
            faulted({Ending::timeout,
                     "it answered in time, but together with the CPU time that its processes used before its turn "
                     "began or after its answer, it took " +
                         std::to_string(report.cost() / std::chrono::milliseconds(1)) + " ms",
                     {},
                     {},
                     {}});
        late.elapsed = report.cost();
        return late;
    }

    TurnReport await_answer() {
        if (watched_[on_rare_event].fd < 0) {
            // On a shared core, a quick bot answers before the call that woke it returns.
            if (!bot_.read_stdout()) return gone();
            if (auto report = read_answer()) return std::move(*report);
        }
        for (;;) {
            const TimePoint deadline = time_.deadline();
            const TimePoint until = std::min({deadline, bot_.stderr_rests_until.value_or(deadline), time_.next_look()});
            watched_[on_stdin].fd = bot_.input.waiting_fd();
            if (!time_.wait(watched_, until)) {
                if (until != deadline) {
                    look_around(until);
                } else if (auto report = last_look()) {
                    return std::move(*report);
                }
                continue;
            }
            if (watched_[on_stdin].revents != 0) bot_.input.write_pending();
            if ((watched_[on_stdout].revents & hang_up_or_data) != 0) {
                if (!bot_.read_stdout()) return gone();
                if (auto report = read_answer()) return std::move(*report);
            }
            if (watched_[on_rare_event].revents != 0) {
                if (auto report = handle_rare_events()) return std::move(*report);
            }
        }
    }

    /// Does the postponed work: watches stderr again and, in a turn that is not quick, the use of the cores and rare
    /// events. Watching rare events costs time in every wait. It is enough to begin late, because a bot that ends also
    /// closes its stdout, and because a bot has to wait for a reader of its stderr at most once, with its first text.
    void look_around(TimePoint now) {
        if (bot_.stderr_rests_until && *bot_.stderr_rests_until <= now) {
            bot_.stderr_rests_until.reset();
            bot_.rare_events.listen_to_stderr();
        }
        time_.look_if_due(now);
        if (time_.is_watched()) watched_[on_rare_event].fd = bot_.rare_events.fd();
    }

    /// Must be called when the deadline has passed. The referee itself may have woken late (a stalled machine, a
    /// suspended process), and an answer in the pipe may have come in time. So a bot is late only if its answer is
    /// still missing. The pipe is examined only once, whatever the bot does. Returns nothing if the bot has more time,
    /// see FairTime.
    std::optional<TurnReport> last_look() {
        if (is_readable(bot_.child->pipes.from_stdout.get()) && bot_.read_stdout()) {
            if (auto report = read_answer()) return report;
        }
        if (const auto delay = bot_.child->resume_delay()) {
            time_.note_resume(*delay);
        } else if (auto report = still_stopped()) {
            return report;
        }
        if (clock_.now() < time_.deadline()) return std::nullopt;
        // A bot that floods stderr causes the load itself, because the referee and other programs use the cores to read
        // its output.
        const bool floods = bot_.err.bytes() - bot_.stderr_before > max_stderr_of_fair_turn;
        time_.measure();
        if (!floods && time_.extend(tolerance_)) return std::nullopt;
        TurnReport report = faulted(
            fault_with_rest(bot_, Ending::timeout,
                            bot_.lines.rest().empty() ? "nothing came in time" : "no newline came in time, only this"));
        report.fault->cpu_use = time_.share().use;
        report.fault->taken = time_.taken();
        blame_limit(*report.fault);
        if (!floods) report.disturbed = time_.disturbance(tolerance_);
        return report;
    }

    /// Must be called if the warden has not resumed the bot yet, or could not report it for lack of a core. The time
    /// until now does not count, unless this lasts too long.
    std::optional<TurnReport> still_stopped() {
        const Duration length = clock_.now() - time_.begin();
        if (length < ChildProcess::time_to_obey) {
            time_.note_resume(length);
            return std::nullopt;
        }
        time_.measure();
        const auto use = time_.share().use;
        return not_obeyed(bot_.stop, {use, use && use->used + time_.share().served >= length / 2}, Ending::timeout,
                          std::string(cant_be_resumed));
    }

    /// Returns a report if the turn is over.
    std::optional<TurnReport> handle_rare_events() {
        const RareEvents::Happened happened = bot_.rare_events.take();
        if (happened.stop) return TurnReport{};
        if (happened.on_stderr && bot_.err.look(bot_.child->pipes.from_stderr)) {
            if (bot_.err.needs_rest()) {
                bot_.stderr_rests_until = clock_.now() + BotStderr::rest;
            } else {
                bot_.rare_events.listen_to_stderr();
            }
            if (bot_.err.is_passed_on()) time_.note_showing();
        }
        if (!happened.end || !bot_.child->exit_status()) return std::nullopt;
        // The bot may have answered before it exited. One of its children may still hold the pipe open.
        while (bot_.read_stdout() && bot_.lines.rest().size() <= protocol::max_line) {
            if (auto report = read_answer()) return report;
            if (bytes_in_pipe(bot_.child->pipes.from_stdout) == 0) break;
        }
        return gone();
    }

    std::optional<TurnReport> read_answer() {
        std::string_view line;
        switch (bot_.lines.next(line)) {
            case LineBuffer::Status::incomplete: return std::nullopt;
            case LineBuffer::Status::too_long:
                if (!bot_.input.was_read()) return faulted(unread_fault(protocol::escaped(bot_.lines.rest())));
                return faulted(fault_with_rest(bot_, Ending::line_too_long, "an answer has at most 1024 bytes"));
            case LineBuffer::Status::line: return judge_line(line);
        }
        return std::nullopt;
    }

    /// A line counts as an answer only if the bot had already read its whole input, and did not keep the referee from
    /// reading the line.
    TurnReport judge_line(std::string_view line) {
        line_read_at_ = clock_.now();
        if (const auto late = overtime()) return faulted(late_fault(*late));
        if (!bot_.input.was_read()) return faulted(unread_fault(protocol::escaped(line)));
        TurnReport report;
        report.kind = TurnReport::Kind::answered;
        report.answer = protocol::answer_of(line);
        report.padded = report.answer.size() != line.size();
        return report;
    }

    /// How late the line was read, if the bot is to blame for that. Nothing if it was in time. Another thread may
    /// handle the signal that ends a stop of the referee, so before a verdict it gets a moment for that.
    std::optional<Duration> overtime() {
        constexpr int moments = 20;
        Duration late = time_.overtime(*line_read_at_);
        for (int i = 0; i < moments && late > tolerance_; ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            late = time_.overtime(*line_read_at_);
        }
        return late > tolerance_ ? std::optional(late) : std::nullopt;
    }

    Fault late_fault(Duration late) {
        time_.measure();
        const auto ms = late / std::chrono::milliseconds(1);
        Fault fault{Ending::timeout,
                    "it kept the referee waiting at its pipe until " + std::to_string(ms) + " ms after its time",
                    {},
                    {},
                    {}};
        fault.cpu_use = time_.share().use;
        fault.taken = time_taken(time_.share());
        return fault;
    }

    Fault unread_fault(std::string line) const {
        return {
            Ending::premature,
            "it answered before it had read the last " + std::to_string(bot_.input.unread()) + " bytes of its input",
            std::move(line),
            {},
            {}};
    }

    /// Must be called when the bot has ended, or has closed its stdout.
    TurnReport gone() {
        bot_.drain_stderr();
        const auto status = bot_.wait_for_end(clock_.now() + time_to_die, bot_.stop.fd);
        bot_.drain_stderr();
        Fault fault = fault_with_rest(bot_, Ending::closed_stdout, "it still runs, but it has closed its stdout");
        if (status) {
            fault.ending = status->signal ? Ending::crashed : Ending::exited;
            fault.detail = status->signal ? "ended by " + signal_text(*status->signal)
                                          : "exit code " + std::to_string(status->code.value_or(0));
            fault.exit_code = status->code;
            fault.signal = status->signal;
        }
        blame_limit(fault);
        return faulted(std::move(fault));
    }

    /// If a bot fails after it has reached a limit, the limit is probably the cause.
    void blame_limit(Fault& fault) const {
        const auto reached = bot_.child->limit_reached();
        if (!reached) return;
        fault.ending = Ending::resource_limit;
        fault.detail = *reached + "; " + fault.detail;
    }

    RunningBot& bot_;
    const TurnClock& clock_;
    Duration tolerance_;  ///< lateness that is not the bot's fault
    Duration allowed_;    ///< the limit plus the margin
    FairTime time_;
    /// stdout; stdin while something is left to write; the rare events in a turn that is not quick. A descriptor that
    /// is not watched is -1.
    std::array<pollfd, 3> watched_{};
    std::optional<TimePoint> line_read_at_;
};

}  // namespace

std::optional<Fault> RunningBot::fault_while_waiting() {
    if (!rests.ran()) return std::nullopt;
    return Fault{Ending::resource_limit, "its processes ran when they should have been stopped", {}, {}, {}};
}

TurnReport RunningBot::take_turn(const TurnRequest& request) {
    assert(request.margin >= Duration::zero());
    auto early = early_output(*this);
    if (auto fault = fault_while_waiting()) return faulted(std::move(*fault));
    // If a signal resumes the bot, the block is sent first, so that the bot finds it at once and wakes only once. The
    // bot may run before resume() returns.
    const bool wakes_to_block = rests.resumes_at_once();
    if (wakes_to_block) input.send(request.block);
    if (const auto order = rests.resume()) {
        return not_obeyed(stop, *order, Ending::timeout, std::string(cant_be_resumed));
    }
    const TimePoint begin = wakes_to_block ? rests.resumed_at() : stop.clock.now();
    if (!wakes_to_block) input.send(request.block);
    return Turn(*this, begin, request).play(std::move(early));
}

}  // namespace referee
