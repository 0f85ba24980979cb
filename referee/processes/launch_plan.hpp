// All that starting a bot needs and that can be known before: in a sandbox this is much, and it is put together once.
#pragma once

#include <string>
#include <vector>

#include "referee/processes/launch_request.hpp"
#include "referee/processes/warm_sandboxes.hpp"

namespace referee {

/// A request, and what a sandbox for it is made from; without a sandbox the rest is empty.
class LaunchPlan {
public:
    /// Throws SandboxFailure if the working directory can't be used.
    LaunchPlan(LaunchRequest request);  // NOLINT(google-explicit-constructor): whoever launches once needs no plan

    [[nodiscard]] const LaunchRequest& request() const { return request_; }
    /// The arguments of bubblewrap. Without control groups, the warden's limits on the bot are among them.
    [[nodiscard]] const std::vector<std::string>& arguments() const { return arguments_; }
    /// Of bubblewrap, the warden and the bot.
    [[nodiscard]] const std::vector<std::string>& environment() const { return environment_; }
    [[nodiscard]] const SandboxKind& kind() const { return kind_; }

private:
    LaunchRequest request_;
    std::vector<std::string> arguments_;
    std::vector<std::string> environment_;
    SandboxKind kind_;
};

}  // namespace referee
