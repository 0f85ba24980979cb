// The data that a bot is started with. For a sandbox they are many, and are put together only once.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/processes/control_group.hpp"
#include "referee/processes/warm_sandboxes.hpp"
#include "referee/sandbox/sandbox.hpp"

namespace referee {

/// The isolation of one bot.
struct Confinement {
    std::shared_ptr<const Sandbox> sandbox;  ///< null: none; see make_sandbox()
    ResourceLimits limits;
    bool pausable = false;                ///< stop it while it is not its turn
    std::optional<std::uint64_t> cpus{};  ///< the cores that it may use; none: all
    bool reuse = true;  ///< a sandbox that has been cleared may serve the bot's next game; see WarmSandboxes
};

/// The process to start.
struct LaunchRequest {
    std::string program;                   ///< path of the executable
    std::vector<std::string> arguments;    ///< with argv[0]
    std::vector<std::string> environment;  ///< "NAME=value"; added to the sandbox's own where there is one
    std::vector<ShownPath> shown{};        ///< in a sandbox
    Confinement confinement{};
};

/// A request, and what a sandbox for it is made from; without a sandbox the rest is empty.
class LaunchPlan {
public:
    /// Throws SandboxFailure if the working directory can't be used.
    LaunchPlan(LaunchRequest request);  // NOLINT(google-explicit-constructor): a single launch needs no plan

    [[nodiscard]] const LaunchRequest& request() const { return request_; }
    /// The arguments of bubblewrap. Without control groups they contain the limits that the warden sets for the bot.
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
