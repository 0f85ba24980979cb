#include "referee/core/processes/live_sandbox.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string>
#include <system_error>

#include "referee/core/base/cores.hpp"
#include "referee/core/base/cpu_use.hpp"
#include "referee/core/processes/process_launcher.hpp"
#include "referee/core/processes/sandbox.hpp"
#include "referee/core/processes/warden_messages.h"

namespace referee {

namespace {

/// The time limit for steps that usually take a few milliseconds. It is long enough for a machine that is busy or
/// swaps.
constexpr auto setup_patience = std::chrono::seconds(20);
/// The time limit for steps that usually take less than a millisecond: clearing a sandbox, or starting a bot again.
/// Waiting for a slower sandbox is not worthwhile.
constexpr auto patience_with_used = std::chrono::seconds(1);

/// A resume that takes less than this number of microseconds counts as immediate, because the bot ran for most of that
/// time.
constexpr std::chrono::microseconds worth_telling(1000);

/// The first line of the output of a failed program.
std::string first_line_of(const UniqueFd& pipe) {
    std::array<char, 512> text{};
    const auto count = ::read(pipe.get(), text.data(), text.size());
    const std::string_view all(text.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    return std::string(all.substr(0, all.find('\n')));
}

}  // namespace

LiveSandbox::LiveSandbox(ProcessHandle bwrap, UniqueFd socket, UniqueFd complaints, std::unique_ptr<ControlGroup> group,
                         std::vector<int> cores)
    : bwrap_(std::move(bwrap)),
      socket_(std::move(socket)),
      complaints_(std::move(complaints)),
      group_(std::move(group)),
      cores_(std::move(cores)) {}

/// bubblewrap must not be killed before the warden is known, because it may just have made a process that would live
/// on. Before that, only trusted code runs, and a warden that starts after the socket is closed ends at once.
LiveSandbox::~LiveSandbox() {
    kill_all();
    socket_.reset();
    bwrap_.wait_for_end();
}

void LiveSandbox::order_start(const std::array<int, 3>& files) {
    bot_ = {};
    process_.reset();
    may_be_alone_ = false;
    stop_ = Stop::none;
    resume_ = {};
    ++games_;
    // If the warden has ended, await_start() reports the reason. This order has no number, because it has its own kinds
    // of answers.
    if (!send(warden_start, 0, files.data()) && errno != EPIPE && errno != ECONNRESET)
        throw std::system_error(errno, std::generic_category(), "starting a bot in a sandbox");
}

void LiveSandbox::await_start() {
    wait_for_setup(games_ > 1 ? patience_with_used : setup_patience, [this] { return bot_.runs || bot_.refusal != 0; });
    if (bot_.runs) process_ = BotProcess::take(bot_.pid, warden_pid_);
    may_be_alone_ = process_.has_value();
}

/// Handles messages until done() returns true. Throws SandboxFailure if the sandbox ends first, or if that takes longer
/// than `patience`.
void LiveSandbox::wait_for_setup(std::chrono::seconds patience, const std::function<bool()>& done) {
    const auto end = Clock::now() + patience;
    while (!done()) {
        std::array<pollfd, 2> watched = {{{socket_.get(), POLLIN, 0}, {bwrap_.pidfd(), POLLIN, 0}}};
        const bool late = !wait_until(watched, end);
        listen();
        if (done()) break;
        if (late) throw SandboxFailure(fmt::format("the sandbox was not set up within {} s", patience.count()));
        if (gone_ || watched[1].revents != 0) {
            ::poll(&watched[1], 1, static_cast<int>(std::chrono::milliseconds(setup_patience).count()));
            const std::string said = first_line_of(complaints_);
            throw SandboxFailure(said.empty() ? "bubblewrap ended without an error message" : said);
        }
    }
}

bool LiveSandbox::order_clear() noexcept {
    if (group_) group_->give_way(false);
    return !gone_ && send(warden_clear, ++ordered_);
}

bool LiveSandbox::await_clear() noexcept {
    try {
        return wait_for_answer(patience_with_used, false) && !gone_;
    } catch (const std::exception&) {
        return false;
    }
}

/// The bot inherits the cores of the warden, and no process in the sandbox can change its own cores. The warden's pid
/// is not reused as long as the warden is not known to have ended.
bool LiveSandbox::keep_to(const std::vector<int>& cores) {
    if (cores == cores_) return true;
    if (cores.empty()) return false;
    wait_for_setup(setup_patience, [this] { return warden_pid_ >= 0; });
    listen();
    if (gone_) return false;
    if (!run_on(warden_pid_, cores)) return false;
    cores_ = cores;
    return true;
}

std::optional<std::chrono::nanoseconds> LiveSandbox::cpu_time_of_warden() const {
    return warden_clock_ ? cpu_time_by(*warden_clock_) : std::nullopt;
}

void LiveSandbox::kill_all() noexcept {
    if (warden_) {
        ::syscall(SYS_pidfd_send_signal, warden_.get(), SIGKILL, nullptr, 0);
    } else if (group_) {
        group_->kill_all();
    }
}

/// Every stop begins with a signal to the bot's own process, because the bot may have many busy threads, and the warden
/// shares their cores. If nothing else was stopped, a signal also resumes the bot.
void LiveSandbox::order_pause(bool stopped) {
    if (gone_ || bot_.status) return;
    const bool signals = process_ && (stopped || resumes_at_once());
    if (signals && !process_->signal(stopped)) {  // the bot has ended
        process_.reset();
        may_be_alone_ = false;
    }
    const bool directly = process_ && (stopped ? may_be_alone_ : signals);
    stop_ = !stopped ? Stop::none : directly ? Stop::by_signal : Stop::by_warden;
    if (!stopped) resume_ = {};
    if (directly) return;
    order(stopped ? warden_stop : warden_go_on);
    if (!stopped) resume_ = {ordered_, std::nullopt};
}

std::optional<Duration> LiveSandbox::resume_delay() {
    if (!resume_.delay) listen();
    if (!resume_.delay && (gone_ || bot_.status)) resume_.delay = Duration::zero();
    return resume_.delay;
}

void LiveSandbox::order(int kind) {
    if (send(kind, ++ordered_)) return;
    if (errno != EPIPE && errno != ECONNRESET) throw std::system_error(errno, std::generic_category(), "pausing a bot");
    obeyed_ = ordered_;  // the warden has ended
}

/// If the referee's own signal has not stopped everything, orders the warden to do so.
bool LiveSandbox::wait_until_paused(Duration patience) {
    if (stop_ == Stop::by_signal) {
        const BotProcess::Rest rest = process_->rest(group());
        if (rest == BotProcess::Rest::known) return true;
        if (rest == BotProcess::Rest::not_for_all) may_be_alone_ = false;
        stop_ = Stop::by_warden;
        order(warden_stop);
    }
    return wait_for_answer(patience, true);
}

bool LiveSandbox::wait_for_answer(Duration patience, bool end_suffices) {
    const auto settled = [&] { return obeyed_ == ordered_ || gone_ || (end_suffices && bot_.status); };
    const auto end = Clock::now() + patience;
    std::array<pollfd, 1> watched = {{{socket_.get(), POLLIN, 0}}};
    bool late = false;
    while (!late && !settled()) {
        // The referee itself may have woken late, so messages that have arrived count.
        late = !wait_until(watched, end);
        while (receive() && !settled()) {
        }
    }
    return settled();
}

/// Sends an order. Returns false and sets errno if that fails.
bool LiveSandbox::send(int kind, int number, const int* files) {
    constexpr std::size_t bytes_of_files = 3 * sizeof(int);
    warden_message order = {kind, number};
    iovec part = {&order, sizeof order};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(bytes_of_files)> control{};
    msghdr header{};
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    if (files != nullptr) {
        header.msg_control = control.data();
        header.msg_controllen = control.size();
        cmsghdr* rights = CMSG_FIRSTHDR(&header);
        rights->cmsg_level = SOL_SOCKET;
        rights->cmsg_type = SCM_RIGHTS;
        rights->cmsg_len = CMSG_LEN(bytes_of_files);
        std::memcpy(CMSG_DATA(rights), files, bytes_of_files);
    }
    ssize_t sent = 0;
    do
        sent = ::sendmsg(socket_.get(), &header, MSG_NOSIGNAL | MSG_DONTWAIT);
    while (sent < 0 && errno == EINTR);
    return sent >= 0;
}

void LiveSandbox::listen() {
    while (receive()) {
    }
}

/// Takes one message. Returns false if there is none.
bool LiveSandbox::receive() {
    warden_message message{};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(ucred)) + CMSG_SPACE(sizeof(int))> control{};
    iovec part = {&message, sizeof message};
    msghdr header{};
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    header.msg_control = control.data();
    header.msg_controllen = control.size();
    const auto count = ::recvmsg(socket_.get(), &header, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (count != sizeof message) {
        // If a warden ends without having read everything, the kernel reports an error before it delivers the warden's
        // last messages.
        if (count < 0 && (errno == ECONNRESET || errno == EINTR)) return true;
        if (count < 0 && errno != EAGAIN) throw std::system_error(errno, std::generic_category(), "hearing of a bot");
        gone_ = gone_ || count == 0;
        return false;
    }
    ucred sender{};
    for (cmsghdr* part_of = CMSG_FIRSTHDR(&header); part_of != nullptr; part_of = CMSG_NXTHDR(&header, part_of)) {
        if (part_of->cmsg_type == SCM_CREDENTIALS) std::memcpy(&sender, CMSG_DATA(part_of), sizeof sender);
        if (part_of->cmsg_type != SCM_RIGHTS) continue;
        int fd = -1;
        std::memcpy(&fd, CMSG_DATA(part_of), sizeof fd);
        proc_ = UniqueFd(fd);
    }
    switch (message.kind) {
        case warden_hello:
            warden_pid_ = sender.pid;
            warden_ = UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, sender.pid, 0)));
            warden_clock_ = cpu_clock_of(sender.pid);
            break;
        case warden_bot_hello: bot_.pid = sender.pid; break;
        case warden_bot_runs: bot_.runs = true; break;
        case warden_bot_refused: bot_.refusal = message.value; break;
        case warden_bot_ended: bot_.status = message.value; break;
        case warden_done: obeyed_ = message.value; break;
        case warden_stopped_one:
            obeyed_ = message.value;
            if (stop_ == Stop::by_warden && obeyed_ == ordered_) stop_ = Stop::of_one;
            break;
        case warden_resumed:  // may belong to an earlier order
            if (resume_.delay || obeyed_ != resume_.order) break;
            resume_.delay = std::chrono::microseconds(message.value >= worth_telling.count() ? message.value : 0);
            break;
        default: break;
    }
    return true;
}

}  // namespace referee
