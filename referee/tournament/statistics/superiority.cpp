// One test for each pair.
#include "referee/tournament/statistics/superiority.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>

#include "referee/tournament/statistics/groups.hpp"
#include "referee/tournament/statistics/parallel.hpp"
#include "referee/tournament/statistics/posterior.hpp"
#include "referee/tournament/statistics/profile.hpp"

namespace referee::tournament {

void Superiority::set(std::size_t a, std::size_t b, double value) {
    values_[a * entrants_ + b] = std::clamp(value, 0., 1.);
    values_[b * entrants_ + a] = 1 - values_[a * entrants_ + b];
}

namespace {

Superiority superiority_by_likelihood(const Results& results, double imaginary_games) {
    const Fit fit(results, imaginary_games);
    const boost::math::normal normal;
    Superiority matrix(results.entrants());
    for_each_in_parallel(results.entrants(), [&](std::size_t a) {
        for (std::size_t b = a + 1; b < results.entrants(); ++b) {
            if (!fit.groups().reaches(a, b) && !fit.groups().reaches(b, a)) continue;
            matrix.set(a, b, cdf(normal, fit.distance_between(a, b)));
        }
    });
    return matrix;
}

Superiority superiority_under_prior(const Results& results, double imaginary_games) {
    const Posterior posterior = posterior_of(results, imaginary_games);
    const Groups groups(results);
    Superiority matrix(results.entrants());
    for_each_in_parallel(results.entrants(), [&](std::size_t a) {
        for (std::size_t b = a + 1; b < results.entrants(); ++b) {
            if (groups.part_of(a) == groups.part_of(b)) matrix.set(a, b, posterior.shrunken.stronger(a, b));
        }
    });
    return matrix;
}

}  // namespace

Superiority superiority(const Results& results, const RatingSettings& settings) {
    return settings.method == RatingMethod::prior ? superiority_under_prior(results, settings.imaginary_games)
                                                  : superiority_by_likelihood(results, settings.imaginary_games);
}

}  // namespace referee::tournament
