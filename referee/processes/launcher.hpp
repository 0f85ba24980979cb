// Starts bots, each with three pipes, in a sandbox or without.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "referee/processes/child_process.hpp"
#include "referee/processes/control_group.hpp"
#include "referee/sandbox/sandbox.hpp"

namespace referee {

/// How much a bot is kept to itself.
struct Confinement {
    bool sandbox = false;
    ResourceLimits limits;
    bool pausable = false;  ///< it is to be stopped while it is not to move
};

/// What to start.
struct LaunchRequest {
    std::string program;                   ///< path of the executable
    std::vector<std::string> arguments;    ///< with argv[0]
    std::vector<std::string> environment;  ///< "NAME=value"; added to the sandbox's own where there is one
    std::vector<std::string> folders{};  ///< absolute; what a sandbox shows of the file system beside the system's own
    Confinement confinement{};
};

/// Why a bot could not be started: the system's reason.
struct LaunchFailure {
    std::string reason;
};

/// How limits on memory and processes are kept in this run: "cgroup v1", "cgroup v2" or "rlimits"; with the reason why
/// there are no control groups in the last case.
struct LimitKeeper {
    std::string name;
    std::string problem;
};
LimitKeeper find_limit_keeper();

/// Throws SandboxFailure where no sandbox can be set up here: its text names the step that fails and how to mend it.
void check_sandbox();

/// Starts processes. Not to be shared between threads.
class Launcher {
public:
    /// Makes this process the one to which orphans go (half a sandbox whose other half is killed may be one), and sets
    /// SIGPIPE and SIGCHLD as starting and feeding bots needs them.
    Launcher();
    /// A bot that can't be started is its own fault and is returned; throws SandboxFailure, and std::system_error where
    /// the referee or the system is at fault: it is out of descriptors, memory or processes, a disk fails, or somebody
    /// writes to the program. What may pass is tried again for a second.
    using Launched = std::variant<std::unique_ptr<ChildProcess>, LaunchFailure>;
    Launched launch(const LaunchRequest& request);

private:
    static Launched launch_plain(const LaunchRequest& request);
    Launched launch_sandboxed(const LaunchRequest& request);

    std::optional<Sandbox> sandbox_;  ///< made when it is first needed
};

}  // namespace referee
