#include "referee/bots/valid_match.hpp"

#include <cassert>

namespace referee {

namespace {

/// Void matches in a row after which one counts whatever the machine does.
constexpr int max_void_matches = 3;

}  // namespace

protocol::MatchLog play_until_valid(const PlayOnce& play, const OnVoid& on_void) {
    assert(play);
    for (int tries = 0;; ++tries) {
        auto [log, is_void] = play(tries < max_void_matches);
        if (!is_void) return std::move(log);
        if (on_void) on_void(log);
    }
}

protocol::MatchLog play_valid_match(MatchPlan& plan, std::array<const Entrant*, 2> entrants,
                                    const Surroundings& surroundings, MatchObserver* observer, const OnVoid& on_void) {
    return play_until_valid(
        [&](bool may_be_void) {
            plan.may_be_void = may_be_void;
            const auto player0 = make_player(*entrants[0], 0, plan.spec, plan.limits, surroundings);
            const auto player1 = make_player(*entrants[1], 1, plan.spec, plan.limits, surroundings);
            return play_match(plan, {player0.get(), player1.get()}, observer);
        },
        on_void);
}

}  // namespace referee
