// Puts the joint fit into the terms of a table: Elo, intervals, and words.
#include "referee/tournament/statistics/ratings.hpp"

#include <algorithm>
#include <boost/math/distributions/beta.hpp>
#include <cmath>

#include "referee/tournament/schedule/estimates.hpp"
#include "referee/tournament/statistics/parallel.hpp"
#include "referee/tournament/statistics/posterior.hpp"
#include "referee/tournament/statistics/profile.hpp"

namespace referee::tournament {

namespace {

RatingStatus standing_of(std::size_t entrant, const Part& part, const Groups& groups, const Tally& games) {
    if (games.games() == 0) return RatingStatus::no_games;
    const bool above = groups.reaches_all(entrant, part.anchors);
    const bool below = groups.reached_by_all(entrant, part.anchors);
    if (above && below) return RatingStatus::estimated;
    if (games.wins == games.games()) return RatingStatus::won_all;
    if (games.losses == games.games()) return RatingStatus::lost_all;
    return above ? RatingStatus::only_above : below ? RatingStatus::only_below : RatingStatus::apart;
}

/// `zero`: Elo that are added.
Interval interval_of(const Fit& fit, const Question& question, double tail, bool has_lower, bool has_upper,
                     double zero = 0) {
    Interval interval;
    if (has_lower) interval.lower = zero + elo_per_unit * fit.bound(question, tail, false);
    if (has_upper) interval.upper = zero + elo_per_unit * fit.bound(question, tail, true);
    return interval;
}

double share_of_draws(double log_nu) {
    return 1 / (1 + 2 * std::exp(-log_nu));
}

EqualDraws equal_draws_of(const Fit& fit, double tail, bool intervals) {
    const std::optional<Question> question = fit.draws();
    if (!question) return {};
    EqualDraws draws{share_of_draws(*question->estimate), {}};
    if (intervals)
        draws.interval = {share_of_draws(fit.bound(*question, tail, false)),
                          share_of_draws(fit.bound(*question, tail, true))};
    return draws;
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
}

/// Numbers for those who have none.
void add_numbers_under_prior(Ratings& ratings, const Results& results, const RatingSettings& settings) {
    const auto needs_one = [](const Rating& rating) {
        return rating.standing != RatingStatus::estimated && rating.standing != RatingStatus::no_games &&
               rating.standing != RatingStatus::apart;
    };
    if (std::none_of(ratings.entrants.begin(), ratings.entrants.end(), needs_one)) return;
    const Posterior posterior = posterior_of(results, settings.imaginary_games);
    const Eigen::VectorXd& means = posterior.shrunken.means();
    for (std::size_t i = 0; i < results.entrants(); ++i) {
        Rating& rating = ratings.entrants[i];
        if (!needs_one(rating)) continue;
        const Part& part = ratings.parts[rating.part];
        rating.elo_under_prior = part.zero + elo_per_unit * weights_above(i, part.anchors, means.size()).dot(means);
    }
}

Ratings rate_by_likelihood(const Results& results, const RatingSettings& settings) {
    const double tail = (1 - settings.confidence) / 2;
    const Fit fit(results, settings.imaginary_games);
    const Groups& groups = fit.groups();
    Ratings ratings;
    for (std::size_t part = 0; part < groups.connected().size(); ++part)
        ratings.parts.push_back({groups.connected()[part], groups.anchors(part, results)});
    ratings.entrants.resize(results.entrants());
    set_anchor(ratings, results, groups, settings.anchor);
    for_each_in_parallel(results.entrants(), [&](std::size_t i) {
        Rating& rating = ratings.entrants[i];
        rating.part = groups.part_of(i);
        const Part& part = ratings.parts[rating.part];
        rating.standing = standing_of(i, part, groups, results.of(i));
        if (rating.fixed || rating.standing == RatingStatus::no_games || rating.standing == RatingStatus::apart) return;
        const Question question = fit.rating(i, part.anchors);
        if (question.estimate) rating.elo = part.zero + elo_per_unit * *question.estimate;
        if (!settings.intervals) return;
        rating.interval = interval_of(fit, question, tail, groups.reaches_all(i, part.anchors),
                                      groups.reached_by_all(i, part.anchors), part.zero);
    });
    if (fit.informative_games() > 0) {
        const Question question = fit.side();
        ratings.first_move.elo = elo_per_unit * *question.estimate;
        if (settings.intervals) ratings.first_move.interval = interval_of(fit, question, tail, true, true);
    }
    ratings.equal_draws = equal_draws_of(fit, tail, settings.intervals);
    if (settings.intervals) add_numbers_under_prior(ratings, results, settings);
    return ratings;
}

/// The value of one parameter with this probability below it. `spread`: how much wider than the posterior has it.
double quantile_of(const Posterior& posterior, Eigen::Index parameter, double spread, double probability) {
    const Eigen::VectorXd& means = posterior.shrunken.means();
    const Eigen::VectorXd weights = Eigen::VectorXd::Unit(means.size(), parameter);
    return means[parameter] + spread * (posterior.shrunken.quantile(weights, probability) - means[parameter]);
}

FirstMove first_move_of(const Posterior& posterior, std::size_t entrants, double tail) {
    const auto side = static_cast<Eigen::Index>(entrants);
    const auto end = [&](double probability) {
        return elo_per_unit * quantile_of(posterior, side, posterior.spread_of_side, probability);
    };
    return {elo_per_unit * posterior.shrunken.means()[side], {end(tail), end(1 - tail)}};
}

EqualDraws equal_draws_of(const Posterior& posterior, std::size_t entrants, double tail) {
    const auto draws = static_cast<Eigen::Index>(entrants) + 1;
    if (posterior.shrunken.means().size() <= draws) return {};
    const auto end = [&](double probability) {
        return share_of_draws(quantile_of(posterior, draws, posterior.spread_of_draws, probability));
    };
    return {share_of_draws(posterior.shrunken.means()[draws]), {end(tail), end(1 - tail)}};
}

Ratings rate_under_prior(const Results& results, const RatingSettings& settings) {
    const double tail = (1 - settings.confidence) / 2;
    const Groups groups(results);
    Ratings ratings;
    ratings.method = RatingMethod::prior;
    for (const auto& members : groups.connected())
        ratings.parts.push_back({members, members});
    ratings.entrants.resize(results.entrants());
    for (std::size_t i = 0; i < results.entrants(); ++i)
        ratings.entrants[i].part = groups.part_of(i);
    set_anchor(ratings, results, groups, settings.anchor);
    if (results.total().games() == 0) return ratings;
    const auto width = settings.width ? std::optional(*settings.width / elo_per_unit) : std::nullopt;
    const Posterior posterior = posterior_of(results, settings.imaginary_games, width);
    const Eigen::VectorXd& means = posterior.shrunken.means();
    ratings.width = elo_per_unit * posterior.shrunken.mean_width();
    for_each_in_parallel(results.entrants(), [&](std::size_t i) {
        Rating& rating = ratings.entrants[i];
        if (results.of(i).games() == 0) return;
        rating.standing = RatingStatus::estimated;
        if (rating.fixed) return;
        const Part& part = ratings.parts[rating.part];
        const auto weights = weights_above(i, part.anchors, means.size());
        rating.elo = part.zero + elo_per_unit * weights.dot(means);
        if (!settings.intervals) return;
        rating.interval = {part.zero + elo_per_unit * posterior.shrunken.quantile(weights, tail),
                           part.zero + elo_per_unit * posterior.shrunken.quantile(weights, 1 - tail)};
    });
    ratings.first_move = first_move_of(posterior, results.entrants(), tail);
    ratings.equal_draws = equal_draws_of(posterior, results.entrants(), tail);
    if (!settings.intervals) ratings.first_move.interval = ratings.equal_draws.interval = {};
    return ratings;
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

std::string_view text(RatingStatus standing) {
    switch (standing) {
        case RatingStatus::estimated: return "";
        case RatingStatus::no_games: return "no games";
        case RatingStatus::won_all: return "won all its games";
        case RatingStatus::lost_all: return "lost all its games";
        case RatingStatus::only_above: return "never less than the rated ones";
        case RatingStatus::only_below: return "never more than the rated ones";
        case RatingStatus::apart: return "not comparable with the others";
    }
    return "";
}

std::string_view name_of(RatingMethod method) {
    switch (method) {
        case RatingMethod::maximum_likelihood: return "maximum_likelihood";
        case RatingMethod::prior: return "prior";
    }
    return "";
}

Ratings rate(const Results& results, const RatingSettings& settings) {
    Ratings ratings = settings.method == RatingMethod::prior ? rate_under_prior(results, settings)
                                                             : rate_by_likelihood(results, settings);
    ratings.draw_rate = draw_rate_of(results.total(), settings.confidence);
    return ratings;
}

}  // namespace referee::tournament
