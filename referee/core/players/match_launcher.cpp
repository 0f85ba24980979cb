#include "referee/core/players/match_launcher.hpp"

#include <algorithm>
#include <utility>

namespace referee {

MatchLauncher::MatchLauncher(Placement placement)
    : placement_(placement), allowed_(allowed_cores()), thread_cores_(allowed_) {
    if (placement_.pins_thread) wake_promptly();
}

/// A bot without a sandbox gets its cores when it is launched.
std::unique_ptr<StartingBot> MatchLauncher::prepare(const LaunchPlan& plan, int seat) {
    const Confinement& confinement = plan.request().confinement;
    return confinement.sandbox ? launcher_.prepare(plan, cores_for(confinement, seat)) : nullptr;
}

Launcher::Launched MatchLauncher::launch(const LaunchPlan& plan, int seat, std::unique_ptr<StartingBot> prepared) {
    const Confinement& confinement = plan.request().confinement;
    const bool was_prepared = prepared != nullptr;
    const std::vector<int> cores = was_prepared ? prepared->cores : cores_for(confinement, seat);
    auto launched = launcher_.launch(plan, cores, std::move(prepared));
    auto* child = std::get_if<std::unique_ptr<ChildProcess>>(&launched);
    if (child != nullptr && was_prepared) assign_cores(**child, confinement, seat);
    return launched;
}

/// Whether a bot has to stay on the cores of the match.
bool MatchLauncher::keeps_to_cores(const Confinement& confinement) const {
    return confinement.cpus || placement_.shares_cores;
}

/// Whether the two bots get different cores. Bots that think on their opponent's turn should have their own cores if
/// there are enough for the bots of all matches. Otherwise the first matches would take the cores of the other matches.
bool MatchLauncher::keeps_bots_apart(const Confinement& confinement) const {
    return confinement.cpus && !confinement.pausable && !placement_.shares_cores &&
           *confinement.cpus * 2 * static_cast<std::uint64_t>(placement_.matches) <= allowed_.size();
}

CoreClaim& MatchLauncher::claim_of(const Confinement& confinement, int seat) {
    const bool second = keeps_bots_apart(confinement) && seat != 0 && claims_[0].cores() == cores_of_first_;
    return claims_[second ? 1 : 0];
}

/// A claim that came too late to be exclusive is made again for each game, because other matches may have ended.
CoreClaim MatchLauncher::new_claim(const Confinement& confinement) const {
    return {static_cast<std::size_t>(confinement.cpus.value_or(1)), allowed_};
}

/// Whether the bot has to use the cores of the bot in the first seat.
bool MatchLauncher::goes_with_first(const Confinement& confinement, int seat) const {
    return seat != 0 && !cores_of_first_.empty() && !keeps_bots_apart(confinement);
}

/// The cores of a bot that is about to be started.
std::vector<int> MatchLauncher::cores_for(const Confinement& confinement, int seat) {
    if (!keeps_to_cores(confinement)) return allowed_;
    if (goes_with_first(confinement, seat)) return cores_of_first_;
    CoreClaim& claim = claim_of(confinement, seat);
    if (!claim.is_exclusive()) claim = new_claim(confinement);
    if (seat == 0) cores_of_first_ = claim.cores();
    place_thread(confinement, claim.cores());
    return claim.cores();
}

/// If there are no exclusive cores for the bot, it stays on its current cores.
void MatchLauncher::assign_cores(ChildProcess& child, const Confinement& confinement, int seat) {
    if (!keeps_to_cores(confinement)) return;
    if (goes_with_first(confinement, seat)) {
        if (child.cores != cores_of_first_) child.move_to(cores_of_first_);
        return;
    }
    const bool meets_first = seat != 0 && child.cores == cores_of_first_;
    if (meets_first || !is_exclusive(child.cores)) {
        CoreClaim& claim = claim_of(confinement, seat);
        if (!claim.is_exclusive()) {
            if (CoreClaim better = new_claim(confinement); better.is_exclusive()) claim = std::move(better);
        }
        if (claim.is_exclusive() && claim.cores() != child.cores) child.move_to(claim.cores());
    }
    if (seat == 0) cores_of_first_ = child.cores;
    place_thread(confinement, child.cores);
}

void MatchLauncher::release_cores() {
    claims_ = {};
    cores_of_first_.clear();
    if (thread_cores_ != allowed_ && run_on(0, allowed_)) thread_cores_ = allowed_;
}

bool MatchLauncher::is_exclusive(const std::vector<int>& cores) const {
    return std::ranges::any_of(claims_,
                               [&](const CoreClaim& claim) { return claim.is_exclusive() && claim.cores() == cores; });
}

/// A thread that shares a core with its bots alternates with them: at each moment, only one of the three runs. So no
/// idle core has to be woken, and no work moves between cores. If the bots have different cores, the thread may use any
/// core. On one bot's core it would disturb that bot, but not the other one.
void MatchLauncher::place_thread(const Confinement& confinement, const std::vector<int>& of_bot) {
    if (!placement_.pins_thread) return;
    const bool beside = placement_.shares_cores || (is_exclusive(of_bot) && !keeps_bots_apart(confinement));
    const std::vector<int>& cores = beside ? of_bot : allowed_;
    if (cores != thread_cores_ && run_on(0, cores)) thread_cores_ = cores;
}

}  // namespace referee
