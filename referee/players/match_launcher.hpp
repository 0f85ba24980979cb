// Starts the bots of matches, and decides on which cores they and the thread of the match run.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "referee/processes/launcher.hpp"
#include "referee/system/cores.hpp"

namespace referee {

/// The cores on which the matches of a launcher are played.
struct Placement {
    int matches = 1;            ///< that are played at the same time, by this launcher and others
    bool pins_thread = false;   ///< keep the calling thread on the bots' cores: it plays only matches from now on
    bool shares_cores = false;  ///< the bots of a match share its cores, even if they may think at the same time
};

/// Starts the bots of one match after another, on the cores of the match. The two bots that run at the same time have
/// the seats 0 and 1. Not to be shared between threads.
class MatchLauncher {
public:
    /// Throws as Launcher does.
    explicit MatchLauncher(Placement placement = {});

    /// As Launcher::prepare(); null without a sandbox.
    [[nodiscard]] std::unique_ptr<StartingBot> prepare(const LaunchPlan& plan, int seat);
    /// As Launcher::launch(). The other bot may have moved to other cores since `prepared` was begun.
    [[nodiscard]] Launcher::Launched launch(const LaunchPlan& plan, int seat,
                                            std::unique_ptr<StartingBot> prepared = nullptr);
    /// For a bot that plays on, perhaps in another seat and against another opponent: gives it its own cores if it has
    /// none, or those of the bot in the first seat. Requires: the bot in the first seat has been launched or plays on.
    void assign_cores(ChildProcess& child, const Confinement& confinement, int seat);

private:
    bool keeps_to_cores(const Confinement& confinement) const;
    bool keeps_bots_apart(const Confinement& confinement) const;
    bool goes_with_first(const Confinement& confinement, int seat) const;
    CoreClaim& claim_of(const Confinement& confinement, int seat);
    CoreClaim new_claim(const Confinement& confinement) const;
    std::vector<int> cores_for(const Confinement& confinement, int seat);
    bool is_exclusive(const std::vector<int>& cores) const;
    void place_thread(const Confinement& confinement, const std::vector<int>& of_bot);

    Launcher launcher_;
    Placement placement_;
    std::vector<int> allowed_;         ///< the cores that the thread was allowed to use at first
    std::vector<int> thread_cores_;    ///< the cores that it uses now
    std::array<CoreClaim, 2> claims_;  ///< for two bots that run at the same time; otherwise the first is shared
    std::vector<int> cores_of_first_;  ///< of the bot that was last in the first seat; empty: there was none
};

}  // namespace referee
