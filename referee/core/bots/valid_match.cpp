#include "referee/core/bots/valid_match.hpp"

#include <cassert>
#include <utility>

namespace referee {

protocol::MatchLog play_until_valid(const PlayOnce& play, const OnVoid& on_void, int max_void) {
    assert(play);
    std::array<int, 2> void_matches{};
    for (;;) {
        PlayedMatch played = play({void_matches[0] < max_void, void_matches[1] < max_void});
        if (!played.void_for) return std::move(played.log);
        ++void_matches[static_cast<std::size_t>(*played.void_for)];
        if (on_void) on_void(played.log, *played.void_for);
    }
}

MatchPlan plan_between(std::array<const Entrant*, 2> entrants, games::GameSpec spec, std::uint64_t seed,
                       const protocol::Limits& common, std::array<std::optional<protocol::Limits>, 2> own,
                       const Isolation& isolation) {
    MatchPlan plan{std::move(spec), seed, {}, common, {}};
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
        plan.players[i] = entrants[i]->logged(isolation.name());
        plan.players[i].limits = std::move(own[i]);
    }
    return plan;
}

protocol::MatchLog play_valid_match(MatchPlan& plan, std::array<const Entrant*, 2> entrants,
                                    const Surroundings& surroundings, MatchObserver* observer, const OnVoid& on_void) {
    const bool has_person = entrants[0]->human || entrants[1]->human;
    const auto play_once = [&] {
        const games::GameSpec& spec = plan.told_spec();
        const auto player0 = make_player(*entrants[0], 0, spec, plan.limits_of(0), surroundings);
        const auto player1 = make_player(*entrants[1], 1, spec, plan.limits_of(1), surroundings);
        return play_match(plan, {player0.get(), player1.get()}, observer);
    };
    const auto play = [&](std::array<bool, 2> may_be_void) {
        plan.may_be_void = may_be_void;
        PlayedMatch played = play_once();
        while (played.back_to) {
            go_on_from(played.log, *played.back_to, plan);
            played = play_once();
        }
        return played;
    };
    return play_until_valid(play, [&](const protocol::MatchLog& lost, int player) {
        if (has_person) go_on_from(lost, lost.plies.size(), plan);
        if (on_void) on_void(lost, player);
    });
}

}  // namespace referee
