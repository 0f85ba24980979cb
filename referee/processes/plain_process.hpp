// A bot that runs as the user's own process, without a sandbox.
#pragma once

#include "referee/processes/child_process.hpp"
#include "referee/processes/process_handle.hpp"

namespace referee {

class PlainProcess final : public ChildProcess {
public:
    PlainProcess(ProcessHandle handle, Pipes its_pipes, std::unique_ptr<ControlGroup> its_group);
    ~PlainProcess() override;

    pid_t pid() const override { return handle_.pid(); }
    int end_fd() const override { return handle_.pidfd(); }
    std::optional<ExitStatus> exit_status() override;
    void kill_all() noexcept override;

protected:
    bool pause_by_signal(bool stopped, Duration patience) override;

private:
    ProcessHandle handle_;
};

}  // namespace referee
