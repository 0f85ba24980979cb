// A bot that runs as the user's own process, without a sandbox.
#pragma once

#include "referee/processes/child_process.hpp"
#include "referee/processes/process_handle.hpp"

namespace referee {

/// The bot is the leader of its process group; see Children for what leaves the group.
class PlainProcess final : public ChildProcess {
public:
    /// `handle` is that of the bot, which has just been started. `its_group` may be null.
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
    std::unique_ptr<ControlGroup> group_;  ///< may be null; ends after the process
    ProcessHandle handle_;
    bool ended_ = false;   ///< as exit_status() has found
    bool killed_ = false;  ///< nothing of its group can start another process since
};

}  // namespace referee
