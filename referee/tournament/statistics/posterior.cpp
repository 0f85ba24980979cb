#include "referee/tournament/statistics/posterior.hpp"

#include <cmath>
#include <limits>

#include "referee/tournament/schedule/estimates.hpp"
#include "referee/tournament/statistics/profile.hpp"

namespace referee::tournament {

Dispersion dispersion_under_prior(const Results& results, double imaginary_games, std::optional<double> width) {
    if (results.pairs().empty()) return {};
    const std::vector<Cell> cells = cells_of(results);
    const std::size_t entrants = results.entrants();
    // A rough width is good enough for the residuals.
    const Shrunken as_independent(entrants, cells, imaginary_games,
                                  width ? *width : Shrunken::likely_width(entrants, cells, imaginary_games));
    return {results,
            Likelihood(entrants, cells, imaginary_games),
            as_independent.means(),
            as_independent.covariance(),
            [](std::size_t, std::size_t) { return true; },
            RatingMethod::prior};
}

void divide(std::vector<Cell>& cells, double factor) {
    for (Cell& cell : cells) {
        cell.wins /= factor;
        cell.draws /= factor;
        cell.losses /= factor;
    }
}

Posterior posterior_of(const Results& results, double imaginary_games, std::optional<double> width) {
    std::vector<Cell> cells = cells_of(results);
    const Dispersion dispersion = dispersion_under_prior(results, imaginary_games, width);
    divide(cells, dispersion.of_ratings());
    return {Shrunken(results.entrants(), cells, imaginary_games, width),
            std::sqrt(dispersion.of_side() / dispersion.of_ratings()),
            std::sqrt(dispersion.of_draws() / dispersion.of_ratings())};
}

namespace {

using Eigen::Index;
using Eigen::MatrixXd;

bool has_rating(const Ratings& ratings, std::size_t entrant) {
    return ratings.entrants[entrant].standing == RatingStatus::estimated;
}

/// A row for each entrant: its rating is this times the parameters, in units of the root of its factor.
MatrixXd scaled_contrasts(const Fit& fit, const Ratings& ratings, Index parameters) {
    MatrixXd contrasts = MatrixXd::Zero(static_cast<Index>(ratings.entrants.size()), parameters);
    for (std::size_t i = 0; i < ratings.entrants.size(); ++i) {
        if (!has_rating(ratings, i) || ratings.entrants[i].fixed) continue;
        const Question question = fit.rating(i, ratings.parts[ratings.entrants[i].part].anchors);
        contrasts.row(static_cast<Index>(i)) = std::sqrt(question.dispersion) * question.weights.transpose();
    }
    return contrasts;
}

MatrixXd contrasts_of(const Ratings& ratings, Index parameters) {
    MatrixXd contrasts(static_cast<Index>(ratings.entrants.size()), parameters);
    for (std::size_t i = 0; i < ratings.entrants.size(); ++i)
        contrasts.row(static_cast<Index>(i)) =
            weights_above(i, ratings.parts[ratings.entrants[i].part].anchors, parameters).transpose();
    return contrasts;
}

}  // namespace

MatrixXd rating_covariance(const Results& results, const RatingSettings& settings) {
    RatingSettings without_intervals = settings;
    without_intervals.intervals = false;
    const Ratings ratings = rate(results, without_intervals);
    MatrixXd contrasts, covariance;
    if (settings.method == RatingMethod::prior) {
        covariance = posterior_of(results, settings.imaginary_games).shrunken.covariance();
        contrasts = contrasts_of(ratings, covariance.rows());
    } else {
        const Fit fit(results, settings.imaginary_games);
        const Question question = fit.side();
        covariance = question.model->covariance(question.start);
        contrasts = scaled_contrasts(fit, ratings, covariance.rows());
    }
    MatrixXd elo = elo_per_unit * elo_per_unit * contrasts * covariance * contrasts.transpose();
    for (std::size_t i = 0; i < results.entrants(); ++i) {
        if (has_rating(ratings, i)) continue;
        elo.row(static_cast<Index>(i)).setConstant(std::numeric_limits<double>::quiet_NaN());
        elo.col(static_cast<Index>(i)).setConstant(std::numeric_limits<double>::quiet_NaN());
    }
    return elo;
}

}  // namespace referee::tournament
