// Starts the bots of matches, and chooses the cores for the bots and for the thread of the match.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "referee/core/base/cores.hpp"
#include "referee/core/processes/launcher.hpp"

namespace referee {

/// The cores on which the matches of a launcher are played.
struct Placement {
    int matches = 1;  ///< how many matches are played at the same time, by this launcher and others
    /// Whether the calling thread is kept on the bots' cores. If so, it must only play matches from then on.
    bool pins_thread = false;
    bool shares_cores = false;  ///< the bots of a match share cores, even if both may think at the same time
};

/// Starts the bots of one match after another, on the cores of the match. The two bots that run at the same time have
/// the seats 0 and 1. Must not be shared between threads.
class MatchLauncher {
public:
    /// Throws the exceptions of Launcher.
    explicit MatchLauncher(Placement placement = {});

    /// Like Launcher::prepare(). Returns null without a sandbox.
    [[nodiscard]] std::unique_ptr<StartingBot> prepare(const LaunchPlan& plan, int seat);
    /// Like Launcher::launch(). The other bot may have been moved to other cores since the call of prepare().
    [[nodiscard]] Launcher::Launched launch(const LaunchPlan& plan, int seat,
                                            std::unique_ptr<StartingBot> prepared = nullptr);
    /// Assigns cores to a bot that plays another game, perhaps in another seat and against another opponent. If the
    /// bots of a match share cores, the bot in seat 1 moves to the cores of the bot in seat 0. Otherwise a bot needs
    /// exclusive cores that the bot in seat 0 does not use. If it does not have such cores, it moves to such cores if
    /// enough are free. Requires: the bot in seat 0 has been launched, or its cores have been assigned for this game.
    void assign_cores(ChildProcess& child, const Confinement& confinement, int seat);

    /// Gives up the cores of the last match, so that other work of the calling thread can claim them.
    void release_cores();

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
    std::vector<int> thread_cores_;    ///< the cores that the thread uses now
    std::array<CoreClaim, 2> claims_;  ///< one for each bot if the bots are kept apart; otherwise both use the first
    std::vector<int> cores_of_first_;  ///< the cores of the bot that was last in seat 0; empty if there was none
};

}  // namespace referee
