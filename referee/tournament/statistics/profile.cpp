// Profile likelihoods by constrained fits, and their crossings with a level by a bracket and TOMS 748.
#include "referee/tournament/statistics/profile.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>

namespace referee::tournament {

namespace {

using Eigen::VectorXd;

std::vector<Cell> all_cells(const Results& results) {
    std::vector<Cell> cells;
    for (const auto& [pair, tally] : results.tallies()) {
        cells.push_back({pair.first, pair.second, static_cast<double>(tally.wins), static_cast<double>(tally.draws),
                         static_cast<double>(tally.losses)});
    }
    return cells;
}

struct Bracket {
    double a, b, at_a, at_b;
};

/// Walks from `a`, where the function is `at_a`, in steps that grow until it has the other sign.
template <class Function>
Bracket bracket(const Function& function, double a, double at_a, double step) {
    for (int count = 0; count < 200; ++count, step *= 1.6) {
        const double b = a + step, at_b = function(b);
        if ((at_a > 0) != (at_b > 0)) return step > 0 ? Bracket{a, b, at_a, at_b} : Bracket{b, a, at_b, at_a};
        a = b;
        at_a = at_b;
    }
    return {a, a, at_a, at_a};
}

}  // namespace

Fit::Fit(const Results& results, double imaginary_games)
    : entrants_(results.entrants()),
      cells_(all_cells(results)),
      groups_(results),
      imaginary_games_(imaginary_games),
      model_(entrants_, cells(std::vector<bool>(entrants_, false)), imaginary_games),
      best_(model_.maximum()),
      covariance_(model_.covariance(best_.x)) {
    for (const Cell& cell : cells(std::vector<bool>(entrants_, false))) {
        informative_games_ += cell.wins + cell.draws + cell.losses;
    }
}

/// The games between entrants that differ by finite numbers, and those within the chain.
std::vector<Cell> Fit::cells(const std::vector<bool>& chained) const {
    std::vector<Cell> kept;
    std::copy_if(cells_.begin(), cells_.end(), std::back_inserter(kept), [&](const Cell& cell) {
        return groups_.finite(cell.first, cell.second) || (chained[cell.first] && chained[cell.second]);
    });
    return kept;
}

Question Fit::rating(std::size_t entrant, const std::vector<std::size_t>& others) const {
    VectorXd weights = VectorXd::Zero(model_.size());
    weights[static_cast<Eigen::Index>(entrant)] += 1;
    bool finite = true;
    for (const std::size_t other : others) {
        weights[static_cast<Eigen::Index>(other)] -= 1 / static_cast<double>(others.size());
        finite = finite && groups_.finite(entrant, other);
    }
    if (finite) return {model_, weights, weights.dot(best_.x), best_.x};
    // Only those between the two ends of a chain of wins hold them together; all others have gone to infinity.
    std::vector<bool> chained(entrants_, false);
    for (std::size_t i = 0; i < entrants_; ++i) {
        chained[i] = std::any_of(others.begin(), others.end(), [&](std::size_t other) {
            return (groups_.reaches(entrant, i) && groups_.reaches(i, other)) ||
                   (groups_.reaches(other, i) && groups_.reaches(i, entrant));
        });
    }
    Likelihood model(entrants_, cells(chained), imaginary_games_);
    weights.conservativeResizeLike(VectorXd::Zero(model.size()));
    VectorXd start = VectorXd::Zero(model.size());
    start.tail(model.size() - model.side())[0] = best_.x[model_.side()];
    return {std::move(model), std::move(weights), std::nullopt, std::move(start)};
}

Question Fit::side() const {
    return {model_, model_.unit(model_.side()), best_.x[model_.side()], best_.x};
}

/// The distance of the estimate from `value`, in standard deviations of a normal variable. With an estimate: r* = r +
/// ln(q/r) / r, where r is the root of the likelihood ratio and q is Wald's distance, corrected by the informations.
/// Without one the games that separate the two sides went as far one way as they could: half the probability of that is
/// the tail (mid-P).
double Fit::distance(Question& question, double value) const {
    Peak peak = question.model.maximum(std::move(question.start), {question.weights, value});
    question.start = std::move(peak.x);
    const double ratio = std::max(0., best_.value - peak.value);
    if (!question.estimate) {
        return quantile(complement(boost::math::normal(), std::max(1e-300, std::exp(-ratio) / 2)));
    }
    const double r = std::sqrt(2 * ratio);
    if (r < 0.01) return r;  // r* has a removable gap at the estimate
    const double q = std::abs(*question.estimate - value) *
                     std::exp((best_.log_determinant - peak.log_determinant - std::log(peak.variance)) / 2);
    return r + std::log(q / r) / r;
}

/// Wald's standard error of an estimate.
double Fit::error(const Question& question) const {
    return std::sqrt(question.weights.dot(covariance_ * question.weights));
}

double Fit::bound(Question question, double tail, bool upper) const {
    const double z = quantile(complement(boost::math::normal(), tail));
    const auto excess = [&](double value) { return distance(question, value) - z; };
    double from = 0, at_from = -z, step = upper ? -1 : 1;
    if (question.estimate) {
        from = *question.estimate;
        step = (upper ? 1.1 : -1.1) * z * error(question);
    } else {
        at_from = excess(0);
        if (at_from < 0) step = -step;  // 0 is on the side of the infinite estimate
    }
    const auto [a, b, at_a, at_b] = bracket(excess, from, at_from, step);
    if (a == b) return a;
    std::uintmax_t iterations = 60;
    const auto close = [](double left, double right) { return std::abs(left - right) < 1e-6 * (1 + std::abs(left)); };
    const auto [low, high] = boost::math::tools::toms748_solve(excess, a, b, at_a, at_b, close, iterations);
    return (low + high) / 2;
}

double Fit::distance_from_zero(Question question, bool upward) const {
    if (!question.estimate) return (upward ? 1 : -1) * distance(question, 0);
    const double crude = *question.estimate / error(question);
    if (std::abs(crude) > 6)
        return crude;  // nobody prints the ninth decimal, and it saves most of a large table's time
    question.start -= covariance_ * question.weights * (crude / error(question));
    return (*question.estimate < 0 ? -1 : 1) * distance(question, 0);
}

}  // namespace referee::tournament
