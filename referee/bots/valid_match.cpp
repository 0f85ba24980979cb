#include "referee/bots/valid_match.hpp"

namespace referee {

protocol::MatchLog play_valid_match(MatchPlan& plan, std::array<const Entrant*, 2> entrants,
                                    const Surroundings& surroundings, MatchObserver* observer,
                                    const std::function<void(const protocol::MatchLog&)>& on_void) {
    for (int tries = 0;; ++tries) {
        plan.may_be_void = tries < max_void_games;
        const auto player0 = make_player(*entrants[0], 0, plan.spec, plan.limits, surroundings);
        const auto player1 = make_player(*entrants[1], 1, plan.spec, plan.limits, surroundings);
        auto [log, is_void] = play_match(plan, {player0.get(), player1.get()}, observer);
        if (!is_void) return std::move(log);
        on_void(log);
    }
}

}  // namespace referee
