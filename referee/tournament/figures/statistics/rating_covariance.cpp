#include "referee/tournament/figures/statistics/rating_covariance.hpp"

#include <limits>

#include "referee/tournament/figures/statistics/posterior.hpp"

namespace referee::tournament {

Eigen::MatrixXd rating_covariance(const Ratings& ratings) {
    using Eigen::Index;
    const auto entrants = static_cast<Index>(ratings.entrants.size());
    if (!ratings.posterior)
        return Eigen::MatrixXd::Constant(entrants, entrants, std::numeric_limits<double>::quiet_NaN());
    const Eigen::MatrixXd covariance = ratings.posterior->shrunken.elo_covariance();
    Eigen::MatrixXd contrasts = Eigen::MatrixXd::Zero(entrants, entrants);
    for (Index i = 0; i < entrants; ++i) {
        const auto& zero = ratings.parts[ratings.entrants[static_cast<std::size_t>(i)].part].anchors;
        contrasts(i, i) += 1;
        for (const std::size_t other : zero)
            contrasts(i, static_cast<Index>(other)) -= 1 / static_cast<double>(zero.size());
    }
    Eigen::MatrixXd elo = contrasts * covariance * contrasts.transpose();
    for (Index i = 0; i < entrants; ++i) {
        if (ratings.entrants[static_cast<std::size_t>(i)].elo) continue;
        elo.row(i).setConstant(std::numeric_limits<double>::quiet_NaN());
        elo.col(i).setConstant(std::numeric_limits<double>::quiet_NaN());
    }
    return elo;
}

}  // namespace referee::tournament
