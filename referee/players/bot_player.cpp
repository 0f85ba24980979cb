#include "referee/players/bot_player.hpp"

#include <algorithm>
#include <cassert>
#include <csignal>
#include <cstring>
#include <utility>

#include "protocol/answer.hpp"
#include "referee/system/descriptors.hpp"

namespace referee {

namespace {

using protocol::Ending;
using protocol::LineBuffer;

/// The time to wait for the exit of a bot that has closed its stdout. The kernel closes a dying process's files an
/// instant before it reports the death.
constexpr auto time_to_die = std::chrono::milliseconds(100);

/// A signal to both the bots and the referee may reach the bots earlier, by this much.
constexpr auto time_to_be_stopped_too = std::chrono::milliseconds(10);

/// To look at the clock of another process is a system call, of which a quick turn has only four; what a bot can have
/// used in so little time is told with what comes next.
constexpr Duration time_between_cpu_looks = std::chrono::microseconds(500);

constexpr std::string_view cant_be_resumed = "it could not be resumed for its turn";

/// Nobody waits for longer: a log may have limits that can't be added to a time.
constexpr Duration max_time = std::chrono::hours(24 * 365);

/// In place of the next turn block: the setup block of another game follows.
constexpr std::string_view end_of_game = "-1\n";

/// A bot that writes more to its stderr in a turn is listened to from the start of the next one. A pipe has 64 KiB.
constexpr std::size_t max_stderr_unread = 16 * 1024;

/// A bot that writes more to its stderr in a turn is late by its own doing.
constexpr std::size_t max_stderr_of_fair_turn = std::size_t{1} << 20;

/// Those that are not always waited for come last.
enum Watched : std::size_t { on_stdout, on_stdin, on_rare_event };

constexpr short hang_up_or_data = POLLIN | POLLHUP | POLLERR;

int number_of_cores(const ChildProcess& child) {
    return static_cast<int>(child.cores.size());
}

void charge(TurnReport& report, Duration cost) {
    if (cost != report.elapsed) report.charged = cost;
}

std::string signal_text(int signal) {
    const char* name = ::sigabbrev_np(signal);
    const char* meaning = ::sigdescr_np(signal);
    return "signal " + std::to_string(signal) +
           (name != nullptr ? std::string(" (SIG") + name + ", " + meaning + ")" : "");
}

}  // namespace

BotPlayer::BotPlayer(MatchLauncher& launcher, LaunchPlan plan, int stop_fd, StderrSink sink,
                     const StopSignal* stop_signal, const TurnClock& clock)
    : launcher_(launcher),
      plan_(std::move(plan)),
      ponders_(!plan_.request().confinement.pausable),
      stop_fd_(stop_fd),
      stop_signal_(stop_signal),
      clock_(clock),
      reads_along_(sink != nullptr),
      stderr_(std::move(sink), clock) {}

std::optional<Fault> BotPlayer::start(std::string_view setup) {
    if (child_) {
        begin_next_game(setup);
        return std::nullopt;
    }
    Launcher::Launched launched;
    try {
        launched = launcher_.launch(plan_, seat_, std::move(starting_));
    } catch (const SandboxFailure&) {
        // The signal that stopped the referee may have ended bubblewrap, too; the first turn says that the match was
        // stopped.
        if (stopped_with_referee({Ending::crashed, {}, SIGKILL})) return std::nullopt;
        throw;
    }
    if (const auto* failure = std::get_if<LaunchFailure>(&launched)) {
        return Fault{Ending::failed_to_start, failure->reason, {}, {}, {}};
    }
    child_ = std::move(std::get<std::unique_ptr<ChildProcess>>(launched));
    const Pipes& pipes = child_->pipes;
    rare_events_.emplace(pipes.from_stderr.get(), child_->end_fd(), stop_fd_);
    input_.emplace(pipes.to_stdin);
    watched_ = {{{pipes.from_stdout.get(), POLLIN, 0}, {-1, POLLOUT, 0}, {-1, POLLIN, 0}}};
    input_->send(setup);
    rests_.emplace(*child_, ponders_, clock_);
    rests_->begin();
    return std::nullopt;
}

/// Whatever it has done since its last answer is judged in its next turn. The CPU time until now is no turn's.
void BotPlayer::begin_next_game(std::string_view setup) {
    ++history_.games;
    stderr_.drain(child_->pipes.from_stderr);
    stderr_.begin_anew();
    launcher_.assign_cores(*child_, plan_.request().confinement, seat_);
    rests_->begin_next_game();
    cpu_told_ = child_->cpu_time().value_or(cpu_told_);
    std::string block(end_of_game);
    block += setup;
    input_->send(block);
}

/// A bot that does not read its input would get more with each game.
bool BotPlayer::can_play_on() {
    if (!child_ || input_->waiting_fd() >= 0 || child_->limit_reached()) return false;
    if (!has_room_behind(rare_events_->fd())) return false;  // those that wait leave descriptors to those that play
    stderr_.drain(child_->pipes.from_stderr);
    return true;
}

void BotPlayer::wake() {
    static_cast<void>(child_->pause(false, Duration::zero()));
}

void BotPlayer::set_aside() {
    rests_->set_aside();
}

TurnReport BotPlayer::take_turn(const TurnRequest& request) {
    if (!child_) return {};  // see start()
    assert(request.margin >= Duration::zero());
    auto early = early_output();
    if (rests_->ran()) {
        return faulted({Ending::resource_limit, "its processes ran while they were stopped", {}, {}, {}});
    }
    // A bot that goes on with a signal wakes only once, to a block that is there. It may run before the call returns.
    const bool wakes_to_block = rests_->resumes_at_once();
    if (wakes_to_block) input_->send(request.block);
    if (const auto order = rests_->resume()) {
        return not_obeyed(*order, Ending::timeout, std::string(cant_be_resumed));
    }
    const TimePoint begin = wakes_to_block ? rests_->resumed_at() : clock_.now();
    if (!wakes_to_block) input_->send(request.block);
    const Duration allowed = std::min(request.limit, max_time) + std::min(request.margin, max_time);
    FairTime time(*child_, number_of_cores(*child_), clock_, begin, allowed, rests_->last_stop());
    // A game of quick turns hears of a stop, too.
    const bool listens = listens_to_stderr() || begin - listened_at_ >= FairTime::quick;
    if (listens) listened_at_ = begin;
    stderr_before_ = stderr_.bytes();
    watched_[on_rare_event] = {listens ? rare_events_->fd() : -1, POLLIN, 0};
    TurnReport report = early ? faulted(std::move(*early)) : await_answer(time, request.margin);
    if (report.fault && stopped_with_referee({report.fault->ending, report.fault->exit_code, report.fault->signal})) {
        report = {};
    }
    report.elapsed = line_read_at_.value_or(clock_.now()) - begin;
    report.given = time.given();
    line_read_at_.reset();
    report.cpu = cpu_since_last_look(begin + report.elapsed);
    if (report.kind == TurnReport::Kind::answered) return stop_after(std::move(report), time, allowed);
    charge(report, time.charged_of(report.elapsed));
    return report;
}

/// What it used of the cores while no clock ran is charged as well.
TurnReport BotPlayer::stop_after(TurnReport report, FairTime& time, Duration allowed) {
    history_.has_answered = true;
    if (const auto order = rests_->stop()) {
        TurnReport failed = not_obeyed(*order, Ending::resource_limit, "its processes worked on after its turn");
        failed.elapsed = report.elapsed;
        return failed;
    }
    time.note_resume(child_->resume_delay().value_or(Duration::zero()));
    const Duration in_turn = time.charged_of(report.elapsed);
    const Duration beside = rests_->used_beside(time.awake_in(report.elapsed));
    charge(report, in_turn + beside);
    // Where all of the time is over, and that was fair, a little more is usual.
    const bool was_late = time.given() || in_turn > allowed;
    if (beside <= (was_late ? usual_lateness : allowed - in_turn)) return report;
    TurnReport late = faulted({Ending::timeout,
                               "it answered in time, but with what its processes used of the cores before its turn "
                               "began or after its answer it took " +
                                   std::to_string(report.cost() / std::chrono::milliseconds(1)) + " ms",
                               {},
                               {},
                               {}});
    late.elapsed = report.cost();
    return late;
}

/// The first time the match is void instead if it was not the bot's own doing.
TurnReport BotPlayer::not_obeyed(const BotRests::NotObeyed& order, Ending ending, std::string detail) const {
    if (stop_is_requested()) return {};
    TurnReport report = faulted({ending, std::move(detail), {}, {}, {}, order.use});
    report.elapsed = ChildProcess::time_to_obey;
    if (!order.proven) report.disturbed = {Disturbance::Kind::not_obeyed, ChildProcess::time_to_obey};
    return report;
}

/// From the start of a turn: somebody waits for it, or its last turn has filled a good part of the pipe, so that the
/// bot might have to wait. What else is written in a quick turn is read after it.
bool BotPlayer::listens_to_stderr() const {
    return reads_along_ || stderr_.bytes() - stderr_before_ > max_stderr_unread;
}

/// Nothing if the last look was only just now: the next one then tells of both turns.
std::optional<std::chrono::nanoseconds> BotPlayer::cpu_since_last_look(TimePoint now) {
    if (now - cpu_looked_at_ < time_between_cpu_looks) return std::nullopt;
    const auto cpu = child_->cpu_time();
    if (!cpu) return std::nullopt;
    cpu_looked_at_ = now;
    return *cpu - std::exchange(cpu_told_, *cpu);
}

/// Whatever the bot has said since its last answer, it has said before it was asked.
std::optional<Fault> BotPlayer::early_output() {
    if (lines_.rest().empty() && (bytes_in_pipe(child_->pipes.from_stdout) == 0 || !read_stdout())) return std::nullopt;
    return fault_with_rest(Ending::premature, "it wrote this before its turn had begun");
}

TurnReport BotPlayer::await_answer(FairTime& time, Duration margin) {
    if (watched_[on_rare_event].fd < 0) {
        // On a shared core a quick bot has answered before the call that woke it returns.
        if (!read_stdout()) return gone();
        if (auto report = read_answer()) return std::move(*report);
    }
    for (;;) {
        const TimePoint deadline = time.deadline();
        const TimePoint until = std::min({deadline, stderr_rests_until_.value_or(deadline), time.next_look()});
        watched_[on_stdin].fd = input_->waiting_fd();
        if (!time.wait(watched_, until)) {
            if (until != deadline) {
                look_around(time, until);
            } else if (auto report = last_look(time, margin)) {
                return std::move(*report);
            }
            continue;
        }
        if (watched_[on_stdin].revents != 0) input_->write_pending();
        if ((watched_[on_stdout].revents & hang_up_or_data) != 0) {
            if (!read_stdout()) return gone();
            if (auto report = read_answer()) return std::move(*report);
        }
        if (watched_[on_rare_event].revents != 0) {
            if (auto report = handle_rare_events()) return std::move(*report);
        }
    }
}

/// Does what was put off until now: listening to stderr, and, in a turn that is not quick, looking at the use of the
/// cores and waiting for rare events. To wait for those costs time in every wait; a bot that ends closes its stdout,
/// and only one that has written nothing to stderr so far can have to wait for a reader of it, once.
void BotPlayer::look_around(FairTime& time, TimePoint now) {
    if (stderr_rests_until_ && *stderr_rests_until_ <= now) {
        stderr_rests_until_.reset();
        rare_events_->listen_to_stderr();
    }
    time.look_if_due(now);
    if (time.is_watched()) watched_[on_rare_event].fd = rare_events_->fd();
}

/// The deadline has passed. The referee itself may have woken late (a stalled machine, a suspended process), and what
/// lies in the pipe then may have come in time: only a bot whose answer is still not there is late. This is one look,
/// so that nothing a bot does can make it two. Nothing is returned if the bot has more time: see FairTime.
std::optional<TurnReport> BotPlayer::last_look(FairTime& time, Duration margin) {
    if (bytes_in_pipe(child_->pipes.from_stdout) > 0 && read_stdout()) {
        if (auto report = read_answer()) return report;
    }
    if (const auto delay = child_->resume_delay()) {
        time.note_resume(*delay);
    } else if (auto report = still_stopped(time)) {
        return report;
    }
    if (clock_.now() < time.deadline()) return std::nullopt;
    const Duration tolerance = std::max(margin, usual_lateness);
    // Who floods stderr keeps the cores busy: the referee reads it, and somebody may read what it passes on.
    const bool floods = stderr_.bytes() - stderr_before_ > max_stderr_of_fair_turn;
    time.measure();
    if (!floods && time.extend(tolerance)) return std::nullopt;
    TurnReport report = faulted(fault_with_rest(
        Ending::timeout, lines_.rest().empty() ? "nothing came in time" : "no end of line came in time, only this"));
    report.fault->cpu_use = time.share().use;
    blame_limit(*report.fault);
    if (!floods) report.disturbed = time.disturbance(tolerance);
    return report;
}

/// The warden has not yet resumed it, or does not come to say so: none of the time until now counts, unless this lasts
/// too long.
std::optional<TurnReport> BotPlayer::still_stopped(FairTime& time) {
    const Duration length = clock_.now() - time.begin();
    if (length < ChildProcess::time_to_obey) {
        time.note_resume(length);
        return std::nullopt;
    }
    time.measure();
    const auto use = time.share().use;
    return not_obeyed({use, use && use->used >= length / 2}, Ending::timeout, std::string(cant_be_resumed));
}

/// Returns a report where the turn is over with this.
std::optional<TurnReport> BotPlayer::handle_rare_events() {
    const RareEvents::Happened happened = rare_events_->take();
    if (happened.stop) return TurnReport{};
    if (happened.on_stderr && stderr_.look(child_->pipes.from_stderr)) {
        if (stderr_.needs_rest()) {
            stderr_rests_until_ = clock_.now() + BotStderr::rest;
        } else {
            rare_events_->listen_to_stderr();
        }
    }
    if (!happened.end || !child_->exit_status()) return std::nullopt;
    // It may have answered and gone, and a child of its own may still hold the pipe.
    while (read_stdout() && lines_.rest().size() <= protocol::max_line) {
        if (auto report = read_answer()) return report;
        if (bytes_in_pipe(child_->pipes.from_stdout) == 0) break;
    }
    return gone();
}

/// Takes what can be read now. Returns false at the end of the stream.
bool BotPlayer::read_stdout() {
    const auto count = read_some(child_->pipes.from_stdout, lines_.room());
    if (count) lines_.commit(*count);
    return count != 0U;
}

std::optional<TurnReport> BotPlayer::read_answer() {
    std::string_view line;
    switch (lines_.next(line)) {
        case LineBuffer::Status::incomplete: return std::nullopt;
        case LineBuffer::Status::too_long:
            if (!input_->was_read()) return faulted(unread_fault(protocol::escaped(lines_.rest())));
            return faulted(fault_with_rest(Ending::line_too_long, "an answer has at most 1024 bytes"));
        case LineBuffer::Status::line: return judge_line(line);
    }
    return std::nullopt;
}

/// A line is an answer if the bot had read all that it was asked before it wrote it.
TurnReport BotPlayer::judge_line(std::string_view line) {
    line_read_at_ = clock_.now();
    if (!input_->was_read()) return faulted(unread_fault(protocol::escaped(line)));
    TurnReport report;
    report.kind = TurnReport::Kind::answered;
    report.answer = protocol::answer_of(line);
    report.padded = report.answer.size() != line.size();
    return report;
}

Fault BotPlayer::unread_fault(std::string line) const {
    return {Ending::premature,
            "it answered before it had read the last " + std::to_string(input_->unread()) + " bytes of its input",
            std::move(line),
            {},
            {}};
}

/// The bot has ended, or has closed its stdout.
TurnReport BotPlayer::gone() {
    stderr_.drain(child_->pipes.from_stderr);
    const auto status = wait_for_end(clock_.now() + time_to_die, stop_fd_);
    stderr_.drain(child_->pipes.from_stderr);
    Fault fault = fault_with_rest(Ending::closed_stdout, "it still runs, but it has closed its stdout");
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

/// The end of the bot, if it comes before `deadline` and before `stop_fd` (-1: none) is readable.
std::optional<ExitStatus> BotPlayer::wait_for_end(TimePoint deadline, int stop_fd) const {
    std::array<pollfd, 2> watched = {{{child_->end_fd(), POLLIN, 0}, {stop_fd, POLLIN, 0}}};
    for (;;) {
        const bool late = !clock_.wait_until(watched, deadline);
        const auto status = child_->exit_status();
        if (status || late || watched[1].revents != 0) return status;
    }
}

/// A bot that fails after it has run into a limit has most likely failed of it.
void BotPlayer::blame_limit(Fault& fault) const {
    const auto reached = child_->limit_reached();
    if (!reached) return;
    fault.ending = Ending::resource_limit;
    fault.detail = *reached + "; " + fault.detail;
}

bool BotPlayer::stop_is_requested() const {
    return is_readable(stop_fd_);
}

/// A signal that stops the referee often stops the bots as well, in any order: then nobody is to blame.
bool BotPlayer::stopped_with_referee(const protocol::BotEnd& end) const {
    if (stop_is_requested()) return true;
    const auto explained = [&] { return stop_signal_ != nullptr && explained_by(*stop_signal_, end); };
    if (explained()) return true;
    if (!may_have_been_stopped(end)) return false;
    std::array<pollfd, 2> stop = {
        {{stop_fd_, POLLIN, 0}, {stop_signal_ != nullptr ? stop_signal_->fd() : -1, POLLIN, 0}}};
    static_cast<void>(clock_.wait_until(stop, clock_.now() + time_to_be_stopped_too));
    return stop_is_requested() || explained();
}

TurnReport BotPlayer::faulted(Fault fault) const {
    TurnReport report;
    report.kind = TurnReport::Kind::faulted;
    report.fault = std::move(fault);
    return report;
}

Fault BotPlayer::fault_with_rest(Ending ending, std::string detail) const {
    Fault fault{ending, std::move(detail), {}, {}, {}};
    if (!lines_.rest().empty()) fault.line = protocol::escaped(lines_.rest());
    return fault;
}

/// Silent bots pay nothing for it: only one that has written before is looked at, and one that was listened to in this
/// turn and had written when its answer came.
protocol::Notes BotPlayer::take_notes() {
    if (!child_) return {};
    const bool may_have_written = stderr_.bytes() > 0 || watched_[on_rare_event].revents != 0;
    if (may_have_written) stderr_.drain(child_->pipes.from_stderr);
    return stderr_.take_notes();
}

void BotPlayer::dismiss() {
    if (!child_) return;
    stderr_.drain(child_->pipes.from_stderr);
    stderr_.keep_no_more();
    child_->pipes.to_stdin.reset();
}

void BotPlayer::read_stderr() {
    if (child_) stderr_.drain(child_->pipes.from_stderr);
}

/// The time counts for which it could have had a core.
void BotPlayer::end(Duration patience) {
    starting_.reset();
    if (!child_) return;
    if (patience > Duration::zero()) {
        static_cast<void>(child_->pause(false, Duration::zero()));  // the wait is for what comes of it
    }
    FairTime time(*child_, number_of_cores(*child_), clock_, clock_.now(), patience);
    // It may have much to say on stderr before it goes.
    for (TimePoint now = time.begin(); !ended_by_itself_ && now < time.deadline(); now = clock_.now()) {
        ended_by_itself_ = wait_for_end(std::min(time.deadline(), now + BotStderr::rest), -1).has_value();
        stderr_.look(child_->pipes.from_stderr);
        time.look_if_due(now);
        if (clock_.now() >= time.deadline()) {
            time.measure();
            static_cast<void>(time.extend(usual_lateness));
        }
    }
    child_->kill_all();
    stderr_.drain(child_->pipes.from_stderr);
    child_.reset();
}

}  // namespace referee
