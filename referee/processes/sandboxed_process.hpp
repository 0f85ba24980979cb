// A bot in a sandbox.
#pragma once

#include <memory>

#include "referee/processes/child_process.hpp"
#include "referee/processes/live_sandbox.hpp"
#include "referee/processes/warm_sandboxes.hpp"

namespace referee {

class SandboxedProcess final : public ChildProcess {
public:
    /// `sandbox` has just started the bot. After its end the `keeper`, if there is one, gets it for the next bot of the
    /// same `kind`.
    SandboxedProcess(std::unique_ptr<LiveSandbox> sandbox, Pipes its_pipes, std::shared_ptr<WarmSandboxes> keeper,
                     SandboxKind kind);
    ~SandboxedProcess() override;

    [[nodiscard]] pid_t pid() const override { return sandbox_->bot().pid; }
    [[nodiscard]] int end_fd() const override { return sandbox_->fd(); }
    [[nodiscard]] std::optional<ExitStatus> exit_status() override;
    void kill_all() noexcept override;
    [[nodiscard]] ThreadWaits waits() const override;
    [[nodiscard]] bool resumes_at_once() const override { return sandbox_->resumes_at_once(); }
    [[nodiscard]] std::optional<Duration> resume_delay() override { return sandbox_->resume_delay(); }

protected:
    [[nodiscard]] const ControlGroup* group() const override { return sandbox_->group(); }
    [[nodiscard]] std::optional<std::chrono::nanoseconds> used_by_processes() const override;
    [[nodiscard]] std::optional<std::chrono::nanoseconds> used_by_helpers() const override;
    void order_pause(bool stopped) override { sandbox_->order_pause(stopped); }
    [[nodiscard]] bool wait_until_obeyed(Duration patience) override;

private:
    std::unique_ptr<LiveSandbox> sandbox_;
    std::shared_ptr<WarmSandboxes> keeper_;
    SandboxKind kind_;
    bool ordered_to_clear_ = false;
};

}  // namespace referee
