#include "referee/tournament/paper/schedule/estimates.hpp"

#include <cmath>

namespace referee::tournament {

double Estimates::information(int a, int b) const {
    const double p = 1 / (1 + std::exp(-difference(a, b) / elo_per_unit));
    return 2 * p * (1 - p) / (elo_per_unit * elo_per_unit);
}

double Estimates::doubt(int a, int b) const {
    return std::erfc(std::abs(difference(a, b)) / std::sqrt(2 * variance(a, b))) / 2;
}

double Estimates::share_left(int a, int b) const {
    return 1 / (1 + variance(a, b) * information(a, b));
}

double Estimates::narrowing(int a, int b) const {
    const double toward = covariance(a, a) - covariance(a, b);
    return toward * toward * information(a, b) * share_left(a, b);
}

/// Updates the normal distribution of the errors with one linear observation.
void Estimates::suppose_pair(int a, int b) {
    const double factor = information(a, b) * share_left(a, b);
    std::vector<double> toward;
    for (int i = 0; i < size(); ++i)
        toward.push_back(covariance(i, a) - covariance(i, b));
    for (int i = 0; i < size(); ++i) {
        for (int j = 0; j < size(); ++j)
            covariance_[at(i) * ratings_.size() + at(j)] -= factor * toward[at(i)] * toward[at(j)];
    }
}

}  // namespace referee::tournament
