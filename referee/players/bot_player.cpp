#include "referee/players/bot_player.hpp"

#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <span>
#include <system_error>

#include "protocol/answer.hpp"

namespace referee {

namespace {

using protocol::Ending;
using protocol::LineBuffer;

/// How long a bot that has closed its stdout may take to be seen exiting. The kernel closes a dying process's files an
/// instant before it reports the death.
constexpr auto time_to_die = std::chrono::milliseconds(100);

/// Whoever stops the bots together with the referee may reach the bots first, by so much.
constexpr auto time_to_be_stopped_too = std::chrono::milliseconds(10);

/// After each look at stderr nobody looks for so long: at most 64 MB a second are read, a thousand times a second. A
/// bot that writes more waits for its own pipe, and costs the referee a few percent of a core.
constexpr auto stderr_rest = std::chrono::milliseconds(1);
/// Of stderr, at one look: as much as a pipe holds.
constexpr std::size_t max_stderr_read = 64 * 1024;

/// What a busy machine does to anybody's sleep: not worth a void game, however small the margin is.
constexpr Duration usual_lateness = std::chrono::milliseconds(20);

enum Watched : std::size_t { on_stdout, on_rare_event, on_stdin };
enum RareEvent : std::uint64_t { stderr_readable, bot_ended, stop_requested };

constexpr short hang_up_or_data = POLLIN | POLLHUP | POLLERR;

[[noreturn]] void fail(const char* what) {
    throw std::system_error(errno, std::generic_category(), what);
}

void watch(int epoll, int operation, int fd, std::uint32_t events, RareEvent what) {
    epoll_event event{};
    event.events = events;
    event.data.u64 = what;
    if (::epoll_ctl(epoll, operation, fd, &event) != 0) fail("watching a bot");
}

/// read() of a pipe that does not block: nothing where there is nothing to read yet, 0 at its end. That a pipe can't be
/// read is nothing that a bot can do: throws std::system_error.
std::optional<std::size_t> read_some(const UniqueFd& fd, std::span<char> room) {
    const auto count = ::read(fd.get(), room.data(), room.size());
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EAGAIN && errno != EINTR) fail("reading what a bot writes");
    return std::nullopt;
}

std::size_t bytes_in_pipe(const UniqueFd& fd) {
    int count = 0;
    return fd && ::ioctl(fd.get(), FIONREAD, &count) == 0 ? static_cast<std::size_t>(count) : 0;
}

std::string signal_text(int signal) {
    const char* name = ::sigabbrev_np(signal);
    const char* meaning = ::sigdescr_np(signal);
    return "signal " + std::to_string(signal) +
           (name != nullptr ? std::string(" (SIG") + name + ", " + meaning + ")" : "");
}

}  // namespace

BotPlayer::BotPlayer(Launcher& launcher, LaunchRequest request, int stop_fd, StderrSink sink,
                     const StopSignal* stop_signal)
    : launcher_(launcher),
      request_(std::move(request)),
      ponders_(!request_.confinement.pausable),
      stop_fd_(stop_fd),
      sink_(std::move(sink)),
      stop_signal_(stop_signal) {}

std::optional<Fault> BotPlayer::start(std::string_view setup) {
    Launcher::Launched launched;
    try {
        launched = launcher_.launch(request_);
    } catch (const SandboxFailure&) {
        // Whoever stops the referee may have ended bubblewrap as well; the first turn says that the match was stopped.
        if (stopped_with_referee({Ending::crashed, {}, SIGKILL})) return std::nullopt;
        throw;
    }
    if (const auto* failure = std::get_if<LaunchFailure>(&launched)) {
        return Fault{Ending::failed_to_start, failure->reason, {}, {}, {}};
    }
    child_ = std::move(std::get<std::unique_ptr<ChildProcess>>(launched));
    watch_rare_events();
    watched_ = {{{child_->pipes.from_stdout.get(), POLLIN, 0}, {rare_events_.get(), POLLIN, 0}, {-1, POLLOUT, 0}}};
    send(setup);
    pause(true);  // where that takes effect late the next turn waits for it
    return std::nullopt;
}

/// Stops a bot that may not ponder, or lets it go on. Returns false where it did not obey in time.
bool BotPlayer::pause(bool stopped) {
    return ponders_ || child_->pause(stopped);
}

void BotPlayer::watch_rare_events() {
    rare_events_ = UniqueFd(::epoll_create1(EPOLL_CLOEXEC));
    const int events = rare_events_.get();
    watch(events, EPOLL_CTL_ADD, child_->pipes.from_stderr.get(), EPOLLIN | EPOLLONESHOT, stderr_readable);
    watch(events, EPOLL_CTL_ADD, child_->end_fd(), EPOLLIN, bot_ended);
    watch(events, EPOLL_CTL_ADD, stop_fd_, EPOLLIN, stop_requested);
}

TurnReport BotPlayer::take_turn(const TurnRequest& request) {
    if (!child_) return {};  // see start()
    auto early = early_output();
    if (!pause(false)) return still_stopped();
    const TimePoint begin = Clock::now();
    deadline_ = begin + request.limit + request.margin;
    send(request.block);
    TurnReport report = early ? faulted(std::move(*early)) : await_answer(request.margin);
    if (report.fault && stopped_with_referee({report.fault->ending, report.fault->exit_code, report.fault->signal})) {
        report = {};
    }
    report.elapsed = line_read_at_.value_or(Clock::now()) - begin;
    line_read_at_.reset();
    if (const auto cpu = child_->cpu_time()) {
        report.cpu = *cpu - cpu_told_;
        cpu_told_ = *cpu;
    }
    // Its next turn would not be fair either: it would have thought in the other player's.
    if (report.kind != TurnReport::Kind::stopped && !pause(true)) report.referee_late = ChildProcess::time_to_obey;
    return report;
}

/// No clock runs for a bot that may still be stopped.
TurnReport BotPlayer::still_stopped() const {
    if (stop_is_requested()) return {};
    TurnReport report = faulted({Ending::timeout, "it could not be let go on for its turn", {}, {}, {}});
    report.elapsed = ChildProcess::time_to_obey;
    report.referee_late = report.elapsed;
    return report;
}

/// Whatever the bot has said since its last answer, it has said before it was asked.
std::optional<Fault> BotPlayer::early_output() {
    if (lines_.rest().empty() && (bytes_in_pipe(child_->pipes.from_stdout) == 0 || !read_stdout())) return std::nullopt;
    return fault_with_rest(Ending::premature, "it wrote this before its turn had begun");
}

void BotPlayer::send(std::string_view block) {
    may_stay_unread_ = protocol::trailing_white_space(block);
    to_write_.erase(0, written_);
    written_ = 0;
    to_write_ += block;
    write_pending();
}

/// Writes as much as the pipe takes. A bot that has closed its stdin (EPIPE) will not be told; what follows from it
/// shows when it answers. No other error is a bot's doing.
void BotPlayer::write_pending() {
    bool broken = false;
    while (written_ < to_write_.size() && !broken) {
        const auto count =
            ::write(child_->pipes.to_stdin.get(), to_write_.data() + written_, to_write_.size() - written_);
        if (count > 0) {
            written_ += static_cast<std::size_t>(count);
        } else if (errno == EAGAIN) {
            break;
        } else if (errno == EPIPE) {
            broken = true;
        } else if (errno != EINTR) {
            fail("writing to a bot");
        }
    }
    const bool done = written_ == to_write_.size();
    watched_[on_stdin].fd = done || broken ? -1 : child_->pipes.to_stdin.get();
}

std::size_t BotPlayer::unread_by_bot() const {
    return to_write_.size() - written_ + bytes_in_pipe(child_->pipes.to_stdin);
}

TurnReport BotPlayer::await_answer(Duration margin) {
    for (;;) {
        const bool rests = stderr_rests_until_ && *stderr_rests_until_ < deadline_;
        if (!wait_until(watched_, rests ? *stderr_rests_until_ : deadline_)) {
            if (!rests) return last_look(margin);
            listen_to_stderr();
            continue;
        }
        if (watched_[on_stdin].revents != 0) write_pending();
        if ((watched_[on_stdout].revents & hang_up_or_data) != 0) {
            if (!read_stdout()) return gone();
            if (auto report = read_answer()) return std::move(*report);
        }
        if (watched_[on_rare_event].revents != 0) {
            if (auto report = handle_rare_events()) return std::move(*report);
        }
    }
}

/// The deadline has passed. The referee itself may have woken late (a stalled machine, a suspended process), and what
/// lies in the pipe then may have come in time: only a bot whose answer is still not there is late. This is one look,
/// so that nothing a bot does can make it two. Where it has woken later than the margin nobody can say what a bot that
/// had the machine to itself would have done; the time in which it passed on what the bot wrote to stderr is the bot's
/// own.
TurnReport BotPlayer::last_look(Duration margin) {
    const Duration late = Clock::now() - std::max(deadline_, stderr_passed_on_at_);
    if (bytes_in_pipe(child_->pipes.from_stdout) > 0 && read_stdout()) {
        if (auto report = read_answer()) return std::move(*report);
    }
    TurnReport report = faulted(fault_with_rest(
        Ending::timeout, lines_.rest().empty() ? "nothing came in time" : "no end of line came in time, only this"));
    blame_limit(*report.fault);
    if (late > std::max(margin, usual_lateness)) report.referee_late = late;
    return report;
}

/// Returns a report where the turn is over with this.
std::optional<TurnReport> BotPlayer::handle_rare_events() {
    std::array<epoll_event, 3> events{};
    const int count = ::epoll_wait(rare_events_.get(), events.data(), static_cast<int>(events.size()), 0);
    const auto happened = [&](RareEvent what) {
        return std::any_of(events.begin(), events.begin() + std::max(count, 0),
                           [&](const epoll_event& event) { return event.data.u64 == what; });
    };
    if (happened(stop_requested)) return TurnReport{};
    if (happened(stderr_readable) && read_stderr(max_stderr_read)) stderr_rests_until_ = Clock::now() + stderr_rest;
    if (!happened(bot_ended) || !child_->exit_status()) return std::nullopt;
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
            if (unread_by_bot() > may_stay_unread_) return faulted(unread_fault(protocol::escaped(lines_.rest())));
            return faulted(fault_with_rest(Ending::line_too_long, "an answer has at most 1024 bytes"));
        case LineBuffer::Status::line: return judge_line(line);
    }
    return std::nullopt;
}

/// A line is an answer if the bot had read all that it was asked before it wrote it.
TurnReport BotPlayer::judge_line(std::string_view line) {
    line_read_at_ = Clock::now();
    if (unread_by_bot() > may_stay_unread_) return faulted(unread_fault(protocol::escaped(line)));
    TurnReport report;
    report.kind = TurnReport::Kind::answered;
    report.answer = protocol::answer_of(line);
    report.padded = report.answer.size() != line.size();
    return report;
}

Fault BotPlayer::unread_fault(std::string line) const {
    return {Ending::premature,
            "it answered when it had not read the last " + std::to_string(unread_by_bot()) + " bytes of its input",
            std::move(line),
            {},
            {}};
}

/// The bot has ended, or has closed its stdout.
TurnReport BotPlayer::gone() {
    drain_stderr();
    const auto status = wait_for_end(Clock::now() + time_to_die, stop_fd_);
    drain_stderr();
    Fault fault = fault_with_rest(Ending::closed_stdout, "it runs on, but nothing can come from it any more");
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

/// How the bot has ended, where that comes before `deadline` and before `stop_fd` (-1: none) is readable.
std::optional<ExitStatus> BotPlayer::wait_for_end(TimePoint deadline, int stop_fd) const {
    std::array<pollfd, 2> watched = {{{child_->end_fd(), POLLIN, 0}, {stop_fd, POLLIN, 0}}};
    for (;;) {
        const bool late = !wait_until(watched, deadline);
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
    pollfd stop = {stop_fd_, POLLIN, 0};
    return ::poll(&stop, 1, 0) > 0;
}

/// Whoever stops the referee often stops the bots as well, in any order: then nobody is to blame.
bool BotPlayer::stopped_with_referee(const BotEnd& end) const {
    if (stop_is_requested()) return true;
    const auto explained = [&] { return stop_signal_ != nullptr && explained_by(*stop_signal_, end); };
    if (explained()) return true;
    if (!may_have_been_stopped(end)) return false;
    std::array<pollfd, 2> stop = {
        {{stop_fd_, POLLIN, 0}, {stop_signal_ != nullptr ? stop_signal_->fd() : -1, POLLIN, 0}}};
    wait_until(stop, Clock::now() + time_to_be_stopped_too);
    return stop_is_requested() || explained();
}

/// Reads at most so many bytes, so that a bot that writes without end can't hold the referee. Returns false at the end
/// of the stream.
bool BotPlayer::read_stderr(std::size_t max) {
    std::array<char, 16384> bytes;
    while (max > 0) {
        const auto count = read_some(child_->pipes.from_stderr, std::span(bytes).first(std::min(max, bytes.size())));
        if (!count || *count == 0) return !count;
        const std::string_view text(bytes.data(), *count);
        if (!dismissed_) stderr_.append(text);
        if (sink_) {
            sink_(text);
            stderr_passed_on_at_ = Clock::now();
        }
        max -= *count;
    }
    return true;
}

/// What lies there now; somebody may still be writing.
void BotPlayer::drain_stderr() {
    read_stderr(bytes_in_pipe(child_->pipes.from_stderr));
}

void BotPlayer::listen_to_stderr() {
    stderr_rests_until_.reset();
    watch(rare_events_.get(), EPOLL_CTL_MOD, child_->pipes.from_stderr.get(), EPOLLIN | EPOLLONESHOT, stderr_readable);
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

void BotPlayer::dismiss() {
    if (!child_) return;
    drain_stderr();
    dismissed_ = true;
    child_->pipes.to_stdin.reset();
    if (!ponders_) static_cast<void>(child_->pause(false, Duration::zero()));  // end() waits for what comes of it
}

void BotPlayer::end(TimePoint patience) {
    if (!child_) return;
    // It may have much to say on stderr before it goes.
    while (!ended_by_itself_ && Clock::now() < patience) {
        ended_by_itself_ = wait_for_end(std::min(patience, Clock::now() + stderr_rest), -1).has_value();
        read_stderr(max_stderr_read);
    }
    child_->kill_all();
    drain_stderr();
    child_.reset();
}

}  // namespace referee
