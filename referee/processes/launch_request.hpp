// What a bot is started with, and its isolation.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/processes/control_group.hpp"
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

}  // namespace referee
