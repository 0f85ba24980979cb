// Puts the joint fit into the terms of a table: Elo, intervals, and words.
#include "referee/tournament/statistics/ratings.hpp"

#include <boost/math/distributions/beta.hpp>
#include <cmath>

#include "referee/tournament/statistics/profile.hpp"

namespace referee::tournament {

namespace {

const double elo_per_unit = 400 / std::log(10.);

RatingStatus standing_of(std::size_t entrant, const Part& part, const Groups& groups, const Tally& games) {
    if (games.games() == 0) return RatingStatus::no_games;
    const bool above = groups.reaches_all(entrant, part.anchors);
    const bool below = groups.reached_by_all(entrant, part.anchors);
    if (above && below) return RatingStatus::estimated;
    if (games.wins == games.games()) return RatingStatus::won_all;
    if (games.losses == games.games()) return RatingStatus::lost_all;
    return above ? RatingStatus::only_above : below ? RatingStatus::only_below : RatingStatus::apart;
}

Interval interval_of(const Fit& fit, const Question& question, double tail, bool has_lower, bool has_upper) {
    Interval interval;
    if (has_lower) interval.lower = elo_per_unit * fit.bound(question, tail, false);
    if (has_upper) interval.upper = elo_per_unit * fit.bound(question, tail, true);
    return interval;
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

Ratings rate(const Results& results, const RatingSettings& settings) {
    const double tail = (1 - settings.confidence) / 2;
    const Fit fit(results, settings.imaginary_games);
    Ratings ratings;
    for (std::size_t part = 0; part < fit.groups().connected().size(); ++part) {
        ratings.parts.push_back({fit.groups().connected()[part], fit.groups().anchors(part, results)});
    }
    for (std::size_t i = 0; i < results.entrants(); ++i) {
        Rating& rating = ratings.entrants.emplace_back();
        rating.part = fit.groups().part_of(i);
        const Part& part = ratings.parts[rating.part];
        rating.standing = standing_of(i, part, fit.groups(), results.of(i));
        if (rating.standing == RatingStatus::no_games || rating.standing == RatingStatus::apart) continue;
        const Question question = fit.rating(i, part.anchors);
        if (question.estimate) rating.elo = elo_per_unit * *question.estimate;
        if (!settings.intervals) continue;
        rating.interval = interval_of(fit, question, tail, fit.groups().reaches_all(i, part.anchors),
                                      fit.groups().reached_by_all(i, part.anchors));
    }
    if (fit.informative_games() > 0) {
        const Question question = fit.side();
        ratings.first_move.elo = elo_per_unit * *question.estimate;
        if (settings.intervals) ratings.first_move.interval = interval_of(fit, question, tail, true, true);
    }
    ratings.draw_rate = draw_rate_of(results.total(), settings.confidence);
    return ratings;
}

}  // namespace referee::tournament
