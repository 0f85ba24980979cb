// One sample of a Monte Carlo tree search, from where it leaves the tree.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

#include "games/dice.hpp"
#include "games/game.hpp"
#include "sample_bots/fitz_playout.hpp"
#include "sample_bots/knowledge.hpp"
#include "sample_bots/playout.hpp"
#include "sample_bots/sampling.hpp"
#include "sample_bots/search_limits.hpp"

namespace sample_bots {

/// Plays on by chance, as far as the game's Sampling says. Scores are 1 for a win of Side::first, 0.5 for a draw and 0
/// for a loss, or between them where an evaluation stands for the rest of the game.
template <Known G>
class Sampler {
public:
    using State = typename G::State;

    /// Requires: all but the seed outlive the sampler.
    Sampler(const G& rules, const Knowledge<G>& knowledge, const Sampling& style, const SearchClock& clock,
            std::uint64_t seed)
        : rules_(rules), knowledge_(knowledge), style_(style), clock_(clock), dice_(seed) {}

    static float score_of(games::Outcome outcome) {
        return outcome == games::Outcome::first_won ? 1.0F : outcome == games::Outcome::second_won ? 0.0F : 0.5F;
    }
    float score_of(int evaluation) const {
        return 1 / (1 + std::exp(static_cast<float>(-evaluation) / style_.prior_scale));
    }
    /// Draws what the side to move has in hand, in a game with chance.
    void deal(State& state) {
        if constexpr (games::Dealt<G>) {
            if (!games::is_over(rules_.outcome(state))) rules_.deal(state, dice_);
        }
    }
    /// The score that a position gets; nothing where time ran out. Requires: the game is not over, and what is to be
    /// drawn has been dealt.
    std::optional<float> play_out(State state);

private:
    const G& rules_;
    const Knowledge<G>& knowledge_;
    const Sampling& style_;
    const SearchClock& clock_;
    games::Dice dice_;
};

template <Known G>
std::optional<float> Sampler<G>::play_out(State state) {
    const auto out_of_time = [this] { return clock_.is_over(0); };
    if constexpr (requires { playout_of_fitz(rules_, state, dice_, out_of_time); }) {
        const games::Outcome outcome = playout_of_fitz(rules_, state, dice_, out_of_time);
        if (!games::is_over(outcome)) return std::nullopt;
        return score_of(outcome);
    } else {
        for (int ply = 0;; ++ply) {
            if (style_.decisive && knowledge_.wins_at_once(state)) return score_of(games::won(rules_.to_move(state)));
            if (ply == style_.playout_plies) return score_of(knowledge_.evaluate(state));
            const auto move = random_move(rules_, state, dice_);
            rules_.play(state, move);
            if (games::is_over(rules_.outcome(state))) return score_of(rules_.outcome(state));
            deal(state);
        }
    }
}

}  // namespace sample_bots
