// Puts the posterior into the terms of a table.
#include "referee/tournament/figures/statistics/ratings.hpp"

#include <boost/math/distributions/beta.hpp>
#include <cmath>
#include <numeric>

#include "referee/tournament/figures/statistics/groups.hpp"
#include "referee/tournament/figures/statistics/parallel.hpp"
#include "referee/tournament/figures/statistics/posterior.hpp"

namespace referee::tournament {

namespace {

double share_of_draws(double log_nu) {
    return 1 / (1 + 2 * std::exp(-log_nu));
}

/// Makes an entrant with games the zero of its part.
void set_anchor(Ratings& ratings, const Results& results, const Groups& groups, const std::optional<Anchor>& anchor) {
    if (!anchor || results.of(anchor->entrant).games() == 0) return;
    Part& part = ratings.parts[groups.part_of(anchor->entrant)];
    part.anchors = {anchor->entrant};
    part.zero = anchor->elo;
    Rating& rating = ratings.entrants[anchor->entrant];
    rating.fixed = true;
    rating.elo = anchor->elo;
    rating.interval = {anchor->elo, anchor->elo};
    for (const std::size_t member : part.members)
        ratings.entrants[member].absolute = anchor->elo != 0;
}

Bounds bounds_of(const Tally& games) {
    if (games.games() == 0) return Bounds::both;
    return games.wins == games.games() ? Bounds::lower : games.losses == games.games() ? Bounds::upper : Bounds::both;
}

/// Of the difference of two.
Bounds bounds_between(Bounds of, Bounds other) {
    const bool lower = of == Bounds::lower || other == Bounds::upper;
    const bool upper = of == Bounds::upper || other == Bounds::lower;
    return lower == upper ? Bounds::both : lower ? Bounds::lower : Bounds::upper;
}

/// The median and the interval of a number. `spread`: how much wider than the posterior has it.
template <class Estimate>
Estimate estimate_of(const Marginal& marginal, double spread, double tail, double (*number)(double)) {
    const double median = marginal.median();
    const auto end = [&](double probability) {
        return number(median + spread * (marginal.quantile(probability) - median));
    };
    return {number(median), {end(tail), end(1 - tail)}};
}

}  // namespace

DrawRate draw_rate_of(const Tally& games, double confidence) {
    DrawRate rate{games.draws, games.games(), std::nullopt, {}};
    if (rate.games == 0) return rate;
    const auto drawn = static_cast<double>(rate.draws), all = static_cast<double>(rate.games);
    const boost::math::beta_distribution<> posterior(drawn + 0.5, all - drawn + 0.5);
    const double tail = (1 - confidence) / 2;
    rate.share = drawn / all;
    rate.interval.lower = rate.draws == 0 ? 0 : quantile(posterior, tail);
    rate.interval.upper = rate.draws == rate.games ? 1 : quantile(complement(posterior, tail));
    return rate;
}

Ratings rate(const Results& results, const RatingSettings& settings) {
    if (results.total().games() == 0) return ratings_from(results, settings, nullptr);
    return ratings_from(results, settings,
                        std::make_shared<Posterior>(posterior_of(results, settings.imaginary_games, settings.spread)));
}

Ratings ratings_from(const Results& results, const RatingSettings& settings, std::shared_ptr<const Posterior> shared) {
    const double tail = (1 - settings.confidence) / 2;
    const Groups groups(results);
    Ratings ratings;
    ratings.draw_rate = draw_rate_of(results.total(), settings.confidence);
    ratings.unrated = results.without_weight();
    for (const auto& members : groups.connected())
        ratings.parts.push_back({members, members});
    ratings.entrants.resize(results.entrants());
    for (std::size_t i = 0; i < results.entrants(); ++i) {
        ratings.entrants[i].part = groups.part_of(i);
        ratings.entrants[i].bounds_of_own = bounds_of(results.of(i));
    }
    set_anchor(ratings, results, groups, settings.anchor);
    if (!shared) return ratings;
    const Posterior& posterior = *shared;
    ratings.posterior = std::move(shared);
    // The medians for one zero, so that differences do not depend on an anchor.
    std::vector<double> medians(results.entrants());
    std::vector<std::size_t> all(results.entrants());
    std::iota(all.begin(), all.end(), 0);
    for_each_in_parallel(results.entrants(),
                         [&](std::size_t i) { medians[i] = posterior.shrunken.above(i, all).median(); });
    for_each_in_parallel(results.entrants(), [&](std::size_t i) {
        Rating& rating = ratings.entrants[i];
        if (results.of(i).games() == 0 || rating.fixed) return;
        const Part& part = ratings.parts[rating.part];
        const Rating& first_anchor = ratings.entrants[part.anchors.front()];
        rating.bounds = first_anchor.fixed ? bounds_between(rating.bounds_of_own, first_anchor.bounds_of_own)
                                           : rating.bounds_of_own;
        double zero = 0;
        for (const std::size_t other : part.anchors)
            zero += medians[other] / static_cast<double>(part.anchors.size());
        rating.elo = part.zero + medians[i] - zero;
        if (!settings.intervals) return;
        const Marginal marginal = posterior.shrunken.above(i, part.anchors);
        rating.interval = {part.zero + marginal.quantile(tail), part.zero + marginal.quantile(1 - tail)};
    });
    const Shrunken& shrunken = posterior.shrunken;
    const auto side = static_cast<Eigen::Index>(results.entrants()), size = shrunken.means().size();
    ratings.first_move = estimate_of<FirstMove>(shrunken.elo_marginal(Eigen::VectorXd::Unit(size, side)),
                                                posterior.spread_of_side, tail, [](double elo) { return elo; });
    if (size > side + 1)
        ratings.equal_draws = estimate_of<EqualDraws>(shrunken.marginal(Eigen::VectorXd::Unit(size, side + 1)),
                                                      posterior.spread_of_draws, tail, share_of_draws);
    if (!settings.intervals) ratings.first_move.interval = ratings.equal_draws.interval = {};
    return ratings;
}

std::optional<Difference> difference_of(const Ratings& ratings, std::size_t entrant, std::size_t other,
                                        const RatingSettings& settings) {
    if (!ratings.posterior || ratings.entrants[entrant].part != ratings.entrants[other].part) return std::nullopt;
    const Marginal marginal = ratings.posterior->shrunken.above(entrant, {other});
    const double tail = (1 - settings.confidence) / 2;
    return Difference{marginal.median(),
                      {marginal.quantile(tail), marginal.quantile(1 - tail)},
                      1 - marginal.below(0),
                      bounds_between(ratings.entrants[entrant].bounds_of_own, ratings.entrants[other].bounds_of_own)};
}

}  // namespace referee::tournament
