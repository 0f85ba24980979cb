#include "referee/processes/sandboxed_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>

#include "referee/sandbox/sandbox.hpp"
#include "referee/sandbox/warden_messages.h"
#include "referee/system/clock.hpp"

namespace referee {

namespace {

/// For what takes a few milliseconds, on a machine that is busy or swaps.
constexpr auto setup_patience = std::chrono::seconds(20);

/// The output of a program that has failed, on one line.
std::string first_line_of(const UniqueFd& pipe) {
    std::array<char, 512> text{};
    const auto count = ::read(pipe.get(), text.data(), text.size());
    const std::string_view all(text.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    return std::string(all.substr(0, all.find('\n')));
}

/// If memory runs out, the kernel should kill the bot, and not its warden. Only a preference.
void offer_to_the_kernel(pid_t pid) {
    const UniqueFd score(::open(fmt::format("/proc/{}/oom_score_adj", pid).c_str(), O_WRONLY | O_CLOEXEC));
    static constexpr std::string_view highest = "1000";
    if (score && ::write(score.get(), highest.data(), highest.size()) < 0) return;
}

}  // namespace

SandboxedProcess::SandboxedProcess(ProcessHandle bwrap, UniqueFd socket, UniqueFd complaints, Pipes its_pipes,
                                   std::unique_ptr<ControlGroup> its_group)
    : ChildProcess(std::move(its_pipes), std::move(its_group)), bwrap_(std::move(bwrap)), socket_(std::move(socket)) {
    try {
        wait_for_start(complaints);
    } catch (...) {
        tear_down();
        throw;
    }
    watch_cpu_time();
}

/// bubblewrap must not be killed before the warden is known: it may just have made a process that would live on. It is
/// trusted code until then; and a warden that it starts when the socket is closed ends at once.
void SandboxedProcess::wait_for_start(const UniqueFd& complaints) {
    const auto end = Clock::now() + setup_patience;
    while (!runs_ && refusal_ == 0) {
        std::array<pollfd, 2> watched = {{{socket_.get(), POLLIN, 0}, {bwrap_.pidfd(), POLLIN, 0}}};
        const bool late = !wait_until(watched, end);
        while (receive()) {
        }
        if (runs_ || refusal_ != 0) break;
        if (late) throw SandboxFailure("bubblewrap did not finish its setup within 20 s");
        if (gone_ || watched[1].revents != 0) {
            ::poll(&watched[1], 1, static_cast<int>(std::chrono::milliseconds(setup_patience).count()));
            const std::string said = first_line_of(complaints);
            throw SandboxFailure(said.empty() ? "bubblewrap ended without saying why" : said);
        }
    }
}

/// Takes one message, if there is one.
bool SandboxedProcess::receive() {
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
        // The kernel tells of a warden that ended without having read everything before what it wrote last.
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
        case warden_hello: warden_ = UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, sender.pid, 0))); break;
        case warden_bot_hello: bot_ = sender.pid; break;
        case warden_bot_runs:
            runs_ = true;
            offer_to_the_kernel(bot_);
            break;
        case warden_bot_refused: refusal_ = message.value; break;
        case warden_bot_ended: status_ = message.value; break;
        case warden_done: obeyed_ = message.value; break;
        default: break;
    }
    return true;
}

SandboxedProcess::~SandboxedProcess() {
    tear_down();
}

void SandboxedProcess::tear_down() noexcept {
    SandboxedProcess::kill_all();
    socket_.reset();
    bwrap_.wait_for_end();
}

std::optional<ExitStatus> SandboxedProcess::exit_status() {
    while (receive()) {
    }
    if (status_) {
        if (WIFSIGNALED(*status_)) return ExitStatus{std::nullopt, WTERMSIG(*status_)};
        return ExitStatus{WEXITSTATUS(*status_), std::nullopt};
    }
    // The warden itself has been killed, from outside or for lack of memory, and everything with it.
    if (gone_) return ExitStatus{std::nullopt, SIGKILL};
    return std::nullopt;
}

/// The end of the sandbox's first process is the end of all.
void SandboxedProcess::kill_all() noexcept {
    if (warden_) {
        ::syscall(SYS_pidfd_send_signal, warden_.get(), SIGKILL, nullptr, 0);
    } else if (group_) {
        group_->kill_all();
    }
}

std::optional<CpuUse> SandboxedProcess::use_of_processes() const {
    if (!proc_) return std::nullopt;
    return cpu_use_in(proc_.get());
}

/// An acknowledgement carries the number of its order, so that a late one is not taken for that of the next order. If
/// the warden has gone, exit_status() says so.
void SandboxedProcess::order_pause(bool stopped) {
    if (gone_ || status_) return;
    const warden_message order = {stopped ? warden_stop : warden_go_on, ++ordered_};
    while (::send(socket_.get(), &order, sizeof order, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) {
        if (errno == EPIPE || errno == ECONNRESET) {
            obeyed_ = ordered_;
            return;
        }
        if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "pausing a bot");
    }
}

bool SandboxedProcess::wait_until_obeyed(Duration patience) {
    const auto settled = [this] { return obeyed_ == ordered_ || gone_ || status_; };
    const auto end = Clock::now() + patience;
    std::array<pollfd, 1> watched = {{{socket_.get(), POLLIN, 0}}};
    bool late = false;
    while (!late && !settled()) {
        late = !wait_until(watched, end);  // the referee may itself have woken late: what is there then counts
        while (receive()) {
        }
    }
    return settled();
}

}  // namespace referee
