#include "referee/tournament/figures/statistics/superiority.hpp"

#include <algorithm>
#include <cmath>

#include "referee/tournament/figures/statistics/parallel.hpp"

namespace referee::tournament {

void Superiority::set(std::size_t a, std::size_t b, double value) {
    values_[a * entrants_ + b] = value;
    values_[b * entrants_ + a] = 1 - value;
}

double likelihood_of_superiority(const Posterior& posterior, const Groups& groups, std::size_t a, std::size_t b) {
    return groups.part_of(a) == groups.part_of(b) ? std::clamp(posterior.shrunken.stronger(a, b), 0., 1.) : 0.5;
}

Superiority superiority(const Results& results, const Posterior* posterior) {
    Superiority matrix(results.entrants());
    if (posterior == nullptr) return matrix;
    const Groups groups(results);
    for_each_in_parallel(results.entrants(), [&](std::size_t a) {
        for (std::size_t b = a + 1; b < results.entrants(); ++b)
            matrix.set(a, b, likelihood_of_superiority(*posterior, groups, a, b));
    });
    return matrix;
}

bool can_compare(const Ratings& ratings, std::size_t a, std::size_t b) {
    return ratings.posterior && ratings.entrants[a].elo && ratings.entrants[b].elo &&
           ratings.entrants[a].part == ratings.entrants[b].part;
}

std::optional<double> given_superiority(const Ratings& ratings, std::size_t a, std::size_t b) {
    const auto likelihood = [&](const Ratings& of) {
        return can_compare(of, a, b) ? std::clamp(of.posterior->shrunken.stronger(a, b), 0., 1.) : 0.5;
    };
    if (ratings.unrated.contains(std::minmax(a, b))) return std::nullopt;
    const double given = likelihood(ratings);
    const bool is_clear =
        !ratings.undisturbed || std::abs(given - likelihood(*ratings.undisturbed)) <= max_change_of_los;
    return is_clear ? std::optional(given) : std::nullopt;
}

}  // namespace referee::tournament
