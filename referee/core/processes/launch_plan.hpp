// The data that a bot is started with. A sandbox needs much data, so it is put together only once.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/core/processes/control_group.hpp"
#include "referee/core/processes/sandbox.hpp"
#include "referee/core/processes/warm_sandboxes.hpp"

namespace referee {

/// The isolation of one bot.
struct Confinement {
    std::shared_ptr<const Sandbox> sandbox;  ///< null without a sandbox; see make_sandbox()
    ResourceLimits limits;
    bool pausable = false;                ///< stop the bot while it is not its turn
    std::optional<std::uint64_t> cpus{};  ///< the number of cores that the bot may use; none: all
    bool reuse = true;  ///< a cleared sandbox may be used again for the bot's next game; see WarmSandboxes
};

/// The process to start.
struct LaunchRequest {
    std::string program;                   ///< the path of the executable
    std::vector<std::string> arguments;    ///< including argv[0]
    std::vector<std::string> environment;  ///< entries "NAME=value"; in a sandbox they are added to its own environment
    std::vector<ShownPath> shown{};        ///< the files and folders that are visible in a sandbox
    Confinement confinement{};
    std::string working_folder{};                              ///< in a sandbox; empty: the referee's
    std::uint64_t temporary_bytes = referee::temporary_bytes;  ///< the size of /tmp, and of files, in a sandbox
};

/// A request, and the data from which a sandbox for it is made. Without a sandbox, this data is empty.
class LaunchPlan {
public:
    /// Throws SandboxFailure if the working directory can't be used.
    LaunchPlan(LaunchRequest request);  // NOLINT(google-explicit-constructor): a request may serve as a plan

    [[nodiscard]] const LaunchRequest& request() const { return request_; }
    /// The arguments of bubblewrap. Without control groups, they contain the limits that the warden sets for the bot.
    [[nodiscard]] const std::vector<std::string>& arguments() const { return arguments_; }
    /// The environment of bubblewrap, the warden and the bot.
    [[nodiscard]] const std::vector<std::string>& environment() const { return environment_; }
    [[nodiscard]] const SandboxKind& kind() const { return kind_; }

private:
    LaunchRequest request_;
    std::vector<std::string> arguments_;
    std::vector<std::string> environment_;
    SandboxKind kind_;
};

}  // namespace referee
