// Starts bots, each with three pipes, in a sandbox or without.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "referee/processes/child_process.hpp"
#include "referee/processes/launch_plan.hpp"
#include "referee/processes/starting_bot.hpp"
#include "referee/system/cores.hpp"

namespace boost::asio {
class io_context;
}

namespace referee {

class WarmSandboxes;

/// Why a bot could not be started: the system's reason.
struct [[nodiscard]] LaunchFailure {
    std::string reason;
};

/// The mechanism that enforces limits on memory and processes in this run: "cgroup v1", "cgroup v2" or "rlimits"; with
/// the reason why there are no control groups in the last case.
struct LimitKeeper {
    std::string name;
    std::string problem;
};
[[nodiscard]] LimitKeeper find_limit_keeper();

/// Makes and tries out the part that all sandboxes of a run share; `pausable` as in Confinement. Call it before other
/// threads are started: libseccomp may crash where a thread runs out of memory. Throws SandboxFailure if no sandbox can
/// be set up here: its text names the step that fails and how to mend it.
[[nodiscard]] std::shared_ptr<const Sandbox> make_sandbox(bool pausable);

/// The cores on which the matches of a launcher are played.
struct Placement {
    int matches = 1;           ///< that are played at the same time, by this launcher and others
    bool pins_thread = false;  ///< the calling thread plays the matches, and nothing later: it keeps to the bots' cores
    bool shares_cores = false;  ///< the bots of a match share its cores, even if they may think at the same time
};

/// Starts processes. Not to be shared between threads.
class Launcher {
public:
    /// Makes this process the parent of orphans (such as half a sandbox whose other half is killed), and sets
    /// SIGPIPE and SIGCHLD as starting and feeding bots needs them. A bot has all signals at their default; what is
    /// ignored or handled only after this it inherits.
    /// Throws std::system_error if the system is out of descriptors.
    explicit Launcher(Placement placement = {});
    ~Launcher();
    Launcher(const Launcher&) = delete;
    Launcher& operator=(const Launcher&) = delete;

    /// Begins to start a bot in a sandbox, and does not wait for it: two bots may so start at the same time. Null
    /// without a sandbox, or if something is wrong: it shows when the bot is launched.
    [[nodiscard]] std::unique_ptr<StartingBot> prepare(const LaunchPlan& plan) noexcept;
    /// A bot that can't be started is its own fault and is returned; throws SandboxFailure, and std::system_error where
    /// the referee or the system is at fault: it is out of descriptors, memory or processes, a disk fails, or somebody
    /// writes to the program. Temporary failures are retried for a second.
    using Launched = std::variant<std::unique_ptr<ChildProcess>, LaunchFailure>;
    [[nodiscard]] Launched launch(const LaunchPlan& plan, std::unique_ptr<StartingBot> prepared = nullptr);
    /// For a bot that goes on, perhaps in another seat and against another opponent: gives it cores of its own if it
    /// has none, or those of the bot in the first seat, and there are some. That one is launched, or goes on, before.
    void assign_cores(ChildProcess& child, const LaunchRequest& request);

private:
    Launched launch_plain(const LaunchRequest& request);
    Launched launch_sandboxed(const LaunchPlan& plan, std::unique_ptr<StartingBot> prepared);
    std::unique_ptr<StartingBot> begin(const LaunchPlan& plan);
    std::unique_ptr<LiveSandbox> set_up(const LaunchPlan& plan, const std::vector<int>& cores);
    bool keeps_to_cores(const LaunchRequest& request) const;
    bool keeps_bots_apart(const LaunchRequest& request) const;
    CoreClaim& claim_of(const LaunchRequest& request);
    CoreClaim new_claim(const LaunchRequest& request) const;
    bool goes_with_first(const LaunchRequest& request) const;
    std::vector<int> cores_for(const LaunchRequest& request);
    bool is_exclusive(const std::vector<int>& cores) const;
    void place_thread(const LaunchRequest& request, const std::vector<int>& of_bot);

    /// Boost.Process needs one. Each launcher has its own, so that threads share nothing.
    std::unique_ptr<boost::asio::io_context> context_;
    std::shared_ptr<WarmSandboxes> warm_;  ///< shared with the processes, which give theirs back
    std::array<CoreClaim, 2> cores_;       ///< for two bots that run at a time; others share the first
    std::vector<int> cores_of_first_;      ///< of the bot that was last in the first seat; empty: there was none
    Placement placement_;
    std::vector<int> allowed_;       ///< the cores that the thread might use in the beginning
    std::vector<int> thread_cores_;  ///< those that it uses now
    std::vector<int> signals_;       ///< see changed_signals()
};

}  // namespace referee
