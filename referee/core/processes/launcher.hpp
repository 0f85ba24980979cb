// Starts bots with three pipes each, with or without a sandbox.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "referee/core/processes/child_process.hpp"
#include "referee/core/processes/launch_plan.hpp"
#include "referee/core/processes/live_sandbox.hpp"

namespace boost::asio {
class io_context;
}

namespace referee {

/// A bot that has been ordered to start in a sandbox, and may already run. The destructor ends the sandbox and the bot.
struct StartingBot {
    std::unique_ptr<LiveSandbox> sandbox;
    Pipes pipes;
    std::vector<int> cores;  ///< the cores on which the bot runs
};

class WarmSandboxes;

/// Reports that a bot could not be started. `reason`: the system's message.
struct [[nodiscard]] LaunchFailure {
    std::string reason;
};

/// The mechanism that enforces limits on memory and processes in this run: "cgroup v1", "cgroup v2" or "rlimits".
/// `problem`: with rlimits, the reason why there are no control groups.
struct LimitKeeper {
    std::string name;
    std::string problem;
};
[[nodiscard]] LimitKeeper find_limit_keeper();

/// Makes the part that all sandboxes of a run share, and tests it. `pausable`: see Confinement. Must be called before
/// other threads are started, because libseccomp may crash if a thread runs out of memory. Throws SandboxFailure if a
/// sandbox can't be set up here. Its text names the step that fails and a remedy.
[[nodiscard]] std::shared_ptr<const Sandbox> make_sandbox(bool pausable);

/// Starts processes. Must not be shared between threads.
class Launcher {
public:
    /// Makes this process the parent of orphans (for example half a sandbox whose other half was killed), and sets
    /// SIGPIPE and SIGCHLD as required for the start and the input of bots. In a bot, all signals have their default
    /// action, except those that the referee ignores or handles only after this call. Throws std::system_error if the
    /// system is out of descriptors.
    Launcher();
    ~Launcher();
    Launcher(const Launcher&) = delete;
    Launcher& operator=(const Launcher&) = delete;

    /// Starts a bot in a sandbox on these cores without waiting for it, so that two bots can start at the same time.
    /// Returns null if something fails; launch() will report it. Requires: the plan has a sandbox.
    [[nodiscard]] std::unique_ptr<StartingBot> prepare(const LaunchPlan& plan, const std::vector<int>& cores) noexcept;
    /// Starts a bot on these cores. If there is a `prepared` bot, they must be its cores. Returns a LaunchFailure if
    /// the bot itself is to blame. Throws SandboxFailure, or std::system_error if the referee or the system is to
    /// blame: it is out of descriptors, memory or processes, a disk fails, or another process writes to the program.
    /// Retries temporary failures for one second.
    using Launched = std::variant<std::unique_ptr<ChildProcess>, LaunchFailure>;
    [[nodiscard]] Launched launch(const LaunchPlan& plan, const std::vector<int>& cores,
                                  std::unique_ptr<StartingBot> prepared = nullptr);

private:
    Launched launch_plain(const LaunchRequest& request, const std::vector<int>& cores);
    Launched launch_sandboxed(const LaunchPlan& plan, const std::vector<int>& cores,
                              std::unique_ptr<StartingBot> prepared);
    std::unique_ptr<StartingBot> begin(const LaunchPlan& plan, const std::vector<int>& cores);
    std::unique_ptr<LiveSandbox> set_up(const LaunchPlan& plan, const std::vector<int>& cores);

    /// Required by Boost.Process. Each launcher has its own, so that threads share nothing.
    std::unique_ptr<boost::asio::io_context> context_;
    std::shared_ptr<WarmSandboxes> warm_;  ///< shared with the processes, which return their sandboxes
    std::vector<int> signals_;             ///< see changed_signals()
};

}  // namespace referee
