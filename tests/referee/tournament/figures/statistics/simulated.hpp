// Tournaments whose truth is known: games drawn from the model with given strengths.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "referee/tournament/figures/statistics/posterior.hpp"
#include "referee/tournament/figures/statistics/results.hpp"
#include "referee/tournament/figures/statistics/superiority.hpp"
#include "referee/tournament/paper/schedule/schedule.hpp"

/// Uniform in [0, 1), the same everywhere.
double uniform(std::mt19937_64& random);

/// 1 minus the draws between equals.
double score_scale(double first_move, double nu);

struct Truth {
    std::vector<double> elo;
    double first_move = 0;  ///< Elo
    double nu = 0;          ///< the weight of draws; nu / (2 + nu) of the games between equals
    /// Each pair of games has an opening. It favours the first player, and it suits each bot, by a normal number of Elo
    /// with these standard deviations.
    double opening_for_side = 0;
    double opening_for_bot = 0;

    /// `extra`: Elo that the first player has on top.
    referee::tournament::Score game(std::size_t first, std::size_t second, std::mt19937_64& random,
                                    double extra = 0) const;
    /// Every pair plays this many games on each side.
    referee::tournament::Results round_robin(int games_a_side, std::mt19937_64& random) const;
    /// Entrant 0 plays each other this many games on each side.
    referee::tournament::Results gauntlet(int games_a_side, std::mt19937_64& random) const;
    /// Plays a schedule to its end, or until this many games are played.
    referee::tournament::Results play(referee::tournament::Schedule& schedule, int max_games,
                                      std::mt19937_64& random) const;
    /// An entrant's rating above the mean of others.
    double above(std::size_t entrant, const std::vector<std::size_t>& others) const;
    /// The same with openings averaged out: the truth that games of many openings tend to. Luck flattens differences.
    /// `played` says who met whom.
    Truth on_average(const referee::tournament::Results& played) const;
    /// The same on the scale of ratings, which shrinks with draws (docs/ratings.md). Here, 400 Elo are odds of 10 to 1.
    Truth on_score_scale() const;
};

/// A prior that says next to nothing; it only keeps the mean of each connected part at 0.
inline referee::tournament::Likelihood almost_without_prior(const referee::tournament::Likelihood& model) {
    const Eigen::Index n = model.side();
    return model.under_prior(Eigen::VectorXd::Zero(n), 1e-9 * Eigen::MatrixXd::Identity(n, n));
}

/// Null without games.
inline std::shared_ptr<const referee::tournament::Posterior> posterior_for(
    const referee::tournament::Results& results) {
    return rate(results, {.intervals = false}).posterior;
}
inline referee::tournament::Superiority superiority_of(const referee::tournament::Results& results) {
    return superiority(results, posterior_for(results).get());
}
