// A bot that has been ordered to start in a sandbox, and perhaps already runs.
#pragma once

#include <memory>
#include <vector>

#include "referee/processes/child_process.hpp"
#include "referee/processes/live_sandbox.hpp"

namespace referee {

/// Its end is the end of the sandbox, and of the bot with it.
struct StartingBot {
    std::unique_ptr<LiveSandbox> sandbox;
    Pipes pipes;
    std::vector<int> cores;  ///< on which it runs
};

}  // namespace referee
