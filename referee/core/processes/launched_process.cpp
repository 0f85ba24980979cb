#include "referee/core/processes/launched_process.hpp"

#include <fcntl.h>
#include <sys/wait.h>

#include <cerrno>
#include <csignal>
#include <system_error>
#include <utility>

namespace referee {

PlainProcess::PlainProcess(ProcessHandle handle, Pipes its_pipes, std::unique_ptr<ControlGroup> its_group)
    : ChildProcess(std::move(its_pipes)), group_(std::move(its_group)), handle_(std::move(handle)) {
    watch_cpu_time();
}

PlainProcess::~PlainProcess() {
    // The bot is not reaped before its group is killed, because the number of the group can't be reused while the bot
    // is a zombie. A process that has left the group becomes the referee's child when its parent ends.
    PlainProcess::kill_all();
    if (!ended_) handle_.wait_for_end();
}

std::optional<ExitStatus> PlainProcess::exit_status() {
    siginfo_t info{};
    if (::waitid(P_PID, static_cast<id_t>(pid()), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0) {
        return std::nullopt;
    }
    ended_ = true;
    if (info.si_code == CLD_EXITED) return ExitStatus{info.si_status, std::nullopt};
    return ExitStatus{std::nullopt, info.si_status};
}

void PlainProcess::kill_all() noexcept {
    if (killed_) return;
    killed_ = true;
    ::kill(-pid(), SIGKILL);
    if (group_) group_->kill_all();
}

std::optional<std::chrono::nanoseconds> PlainProcess::used_by_processes() const {
    const UniqueFd folder(::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!folder) return std::nullopt;
    return cpu_used_by(pid(), folder.get());
}

ThreadWaits PlainProcess::waits() const {
    const UniqueFd folder(::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return folder ? waits_of(pid(), folder.get()) : ThreadWaits();
}

void PlainProcess::order_pause(bool stopped) {
    if (::kill(-pid(), stopped ? SIGSTOP : SIGCONT) == 0 || errno == ESRCH) return;
    throw std::system_error(errno, std::generic_category(), "pausing a bot");
}

SandboxedProcess::SandboxedProcess(std::unique_ptr<LiveSandbox> sandbox, Pipes its_pipes,
                                   std::shared_ptr<WarmSandboxes> keeper, SandboxKind kind)
    : ChildProcess(std::move(its_pipes)),
      sandbox_(std::move(sandbox)),
      keeper_(std::move(keeper)),
      kind_(std::move(kind)) {
    watch_cpu_time();
}

SandboxedProcess::~SandboxedProcess() {
    SandboxedProcess::kill_all();
    if (!ordered_to_clear_) return;
    try {
        keeper_->keep(std::move(kind_), std::move(sandbox_));
    } catch (const std::exception&) {
        return;  // out of memory; the next game gets a new sandbox
    }
}

std::optional<ExitStatus> SandboxedProcess::exit_status() {
    sandbox_->listen();
    if (const auto status = sandbox_->bot().status) {
        if (WIFSIGNALED(*status)) return ExitStatus{std::nullopt, WTERMSIG(*status)};
        return ExitStatus{WEXITSTATUS(*status), std::nullopt};
    }
    // The warden itself has been killed, from outside or for lack of memory, and all other processes with it.
    if (sandbox_->gone()) return ExitStatus{std::nullopt, SIGKILL};
    return std::nullopt;
}

void SandboxedProcess::kill_all() noexcept {
    if (ordered_to_clear_) return;
    ordered_to_clear_ = keeper_ && sandbox_->order_clear();
    if (!ordered_to_clear_) sandbox_->kill_all();
}

std::optional<std::chrono::nanoseconds> SandboxedProcess::used_by_processes() const {
    if (sandbox_->proc() < 0) return std::nullopt;
    return cpu_used_in(sandbox_->proc());
}

std::optional<std::chrono::nanoseconds> SandboxedProcess::used_by_helpers() const {
    return sandbox_->cpu_time_of_warden();
}

ThreadWaits SandboxedProcess::waits() const {
    return sandbox_->proc() < 0 ? ThreadWaits() : waits_in(sandbox_->proc());
}

bool SandboxedProcess::wait_until_obeyed(Duration patience) {
    return sandbox_->wait_until_paused(patience);
}

}  // namespace referee
