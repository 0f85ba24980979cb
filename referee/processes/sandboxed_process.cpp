#include "referee/processes/sandboxed_process.hpp"

#include <sys/wait.h>

#include <csignal>
#include <utility>

namespace referee {

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
        return;  // no memory: the next game has a new one
    }
}

std::optional<ExitStatus> SandboxedProcess::exit_status() {
    sandbox_->listen();
    if (const auto status = sandbox_->bot().status) {
        if (WIFSIGNALED(*status)) return ExitStatus{std::nullopt, WTERMSIG(*status)};
        return ExitStatus{WEXITSTATUS(*status), std::nullopt};
    }
    // The warden itself has been killed, from outside or for lack of memory, and everything with it.
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
