// The two kinds of bot processes: those that run as ordinary processes of the user, and those in a sandbox.
#pragma once

#include <memory>

#include "referee/core/processes/child_process.hpp"
#include "referee/core/processes/live_sandbox.hpp"
#include "referee/core/processes/process_handle.hpp"
#include "referee/core/processes/warm_sandboxes.hpp"

namespace referee {

/// A bot without a sandbox. It leads its own process group. The class Children ends processes that leave the group.
class PlainProcess final : public ChildProcess {
public:
    /// `handle`: the process of the bot, which has just been started. `its_group` may be null.
    PlainProcess(ProcessHandle handle, Pipes its_pipes, std::unique_ptr<ControlGroup> its_group);
    ~PlainProcess() override;

    [[nodiscard]] pid_t pid() const override { return handle_.pid(); }
    [[nodiscard]] int end_fd() const override { return handle_.pidfd(); }
    [[nodiscard]] std::optional<ExitStatus> exit_status() override;
    void kill_all() noexcept override;
    [[nodiscard]] ThreadWaits waits() const override;

protected:
    [[nodiscard]] const ControlGroup* group() const override { return group_.get(); }
    [[nodiscard]] std::optional<std::chrono::nanoseconds> used_by_processes() const override;
    void order_pause(bool stopped) override;
    [[nodiscard]] bool wait_until_obeyed(Duration) override { return true; }

private:
    std::unique_ptr<ControlGroup> group_;  ///< may be null; destroyed after the process
    ProcessHandle handle_;
    bool ended_ = false;   ///< whether exit_status() has found that the bot has ended
    bool killed_ = false;  ///< set by kill_all(); then nothing in its process group can start another process
};

/// A bot in a sandbox.
class SandboxedProcess final : public ChildProcess {
public:
    /// `sandbox` has just started the bot. `keeper` gets the sandbox after the bot's end, for the next bot of the same
    /// `kind`. It may be null.
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
