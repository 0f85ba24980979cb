// How each game is sampled by the Monte Carlo tree search: the few numbers that differ from game to game.
#pragma once

#include "games/bits.hpp"
#include "games/cluster/rules.hpp"
#include "games/fitz/rules.hpp"
#include "games/magnetic_cave/rules.hpp"
#include "games/magnetize/rules.hpp"
#include "games/othello/rules.hpp"

namespace sample_bots {

/// The numbers were found by games between searches with different ones.
struct Sampling {
    float exploration = 0.5F;  ///< the weight of what is not known yet
    float prior_visits = 4;    ///< the samples that an evaluation stands for
    float prior_scale = 200;   ///< the evaluation that makes a win e times as likely as a loss
    int playout_plies = 0;     ///< a sample is evaluated after so many random plies
    bool decisive = true;      ///< a random player sees a win that Knowledge::wins_at_once sees
    float expand_after = 1;    ///< samples after which a move gets children
};

template <class G>
inline constexpr Sampling sampling{};
template <int Words>
inline constexpr Sampling sampling<games::fitz::Fitz<games::Bits<Words>>> = {
    .exploration = 0.4F, .prior_visits = 10, .prior_scale = 3000, .expand_after = 30};
template <>
inline constexpr Sampling sampling<games::othello::Othello> = {.prior_scale = 700, .decisive = false};
template <>
inline constexpr Sampling sampling<games::magnetic_cave::MagneticCave> = {.prior_scale = 100};
template <int Words>
inline constexpr Sampling sampling<games::magnetize::Magnetize<Words>> = {.prior_scale = 150};
template <int MaxSide>
inline constexpr Sampling sampling<games::cluster::Cluster<MaxSide>> = {.prior_scale = 150};

}  // namespace sample_bots
