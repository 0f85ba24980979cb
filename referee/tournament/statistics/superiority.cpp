// One constrained fit for each pair.
#include "referee/tournament/statistics/superiority.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>

#include "referee/tournament/statistics/profile.hpp"

namespace referee::tournament {

void Superiority::set(std::size_t a, std::size_t b, double value) {
    values_[a * entrants_ + b] = std::clamp(value, 0., 1.);
    values_[b * entrants_ + a] = 1 - values_[a * entrants_ + b];
}

Superiority superiority(const Results& results, double imaginary_games) {
    const Fit fit(results, imaginary_games);
    const boost::math::normal normal;
    Superiority matrix(results.entrants());
    for (std::size_t a = 0; a < results.entrants(); ++a) {
        for (std::size_t b = a + 1; b < results.entrants(); ++b) {
            const bool upward = fit.groups().reaches(a, b);
            if (!upward && !fit.groups().reaches(b, a)) continue;
            matrix.set(a, b, cdf(normal, fit.distance_from_zero(fit.rating(a, {b}), upward)));
        }
    }
    return matrix;
}

}  // namespace referee::tournament
