// A bot in a sandbox: bubblewrap, in it the warden as the sandbox's first process, and the bot as the warden's child.
#pragma once

#include <cstdint>

#include "referee/processes/child_process.hpp"
#include "referee/processes/process_handle.hpp"

namespace referee {

/// The referee never signals the bot itself, whose pid is the warden's to keep: it gives the warden orders.
class SandboxedProcess final : public ChildProcess {
public:
    /// `bwrap` has just been started; `socket` leads to the warden, `complaints` is what bubblewrap says.
    /// Waits until the bot's program runs, or can't; see `refusal`. Throws SandboxFailure.
    SandboxedProcess(ProcessHandle bwrap, UniqueFd socket, UniqueFd complaints, Pipes its_pipes,
                     std::unique_ptr<ControlGroup> its_group);
    ~SandboxedProcess() override;

    /// The error number with which the bot's program could not be started, or 0.
    [[nodiscard]] int refusal() const { return refusal_; }

    [[nodiscard]] pid_t pid() const override { return bot_; }
    [[nodiscard]] int end_fd() const override { return socket_.get(); }
    [[nodiscard]] std::optional<ExitStatus> exit_status() override;
    void kill_all() noexcept override;

protected:
    [[nodiscard]] std::optional<CpuUse> use_of_processes() const override;
    void order_pause(bool stopped) override;
    [[nodiscard]] bool wait_until_obeyed(Duration patience) override;

private:
    bool receive();
    void tear_down() noexcept;
    void wait_for_start(const UniqueFd& complaints);

    ProcessHandle bwrap_;
    UniqueFd socket_;
    UniqueFd warden_;  ///< its pidfd
    UniqueFd proc_;    ///< the sandbox's own /proc, if the warden has sent it
    pid_t bot_ = -1;
    int refusal_ = 0;
    bool runs_ = false;
    bool gone_ = false;          ///< the warden has
    std::int32_t ordered_ = 0;   ///< the number of the last order
    std::int32_t obeyed_ = 0;    ///< the number of the last one that was obeyed
    std::optional<int> status_;  ///< as wait() gives it
};

}  // namespace referee
