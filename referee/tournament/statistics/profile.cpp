// Profile likelihoods by constrained fits, and their crossings with a level by a bracket and TOMS 748.
#include "referee/tournament/statistics/profile.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <utility>

namespace referee::tournament {

namespace {

using Eigen::VectorXd;

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

/// r* = r + ln(q / r) / r. Where results are nearly separated, the correction is far from small, and then it is wrong;
/// so an interval is never shortened by much.
double corrected_root(double r, double q) {
    constexpr double max_shortening = 0.6, max_lengthening = 1;
    return r + std::clamp(std::log(q / r) / r, -std::min(max_lengthening, r / 2), max_shortening);
}

}  // namespace

Fit::Fit(const Results& results, double imaginary_games)
    : entrants_(results.entrants()),
      cells_(cells_of(results)),
      groups_(results),
      imaginary_games_(imaginary_games),
      informative_games_of_(entrants_, 0),
      model_(std::make_shared<Likelihood>(entrants_, cells(std::vector<bool>(entrants_, false)), imaginary_games)),
      best_(model_->maximum()),
      covariance_(model_->covariance(best_.x)),
      dispersion_(
          results, *model_, best_.x, covariance_, [&](std::size_t a, std::size_t b) { return groups_.finite(a, b); },
          RatingMethod::maximum_likelihood) {
    for (const Cell& cell : cells(std::vector<bool>(entrants_, false))) {
        const double games = cell.wins + cell.draws + cell.losses;
        const GameChances chances = model_->chances(cell.first, cell.second, best_.x);
        const double informative = 4 * games * chances.information();
        informative_games_of_draws_ += 4 * games * chances.information_of_nu();
        informative_games_ += games;
        informative_games_of_[cell.first] += informative;
        informative_games_of_[cell.second] += informative;
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
    VectorXd weights = weights_above(entrant, others, model_->size());
    if (std::all_of(others.begin(), others.end(), [&](std::size_t other) { return groups_.finite(entrant, other); })) {
        const double variance = weights.dot(covariance_ * weights);
        // Others that are many know their mean well; a single one may have few games.
        double games = informative_games_of_[entrant];
        if (others.size() == 1) games = std::min(games, informative_games_of_[others.front()]);
        const double factor = others.size() == 1 ? dispersion_.of_difference(entrant, others.front(), variance)
                                                 : dispersion_.of_rating(entrant, weights, variance);
        return {model_, weights, weights.dot(best_.x), best_.x, std::sqrt(variance), factor, games >= many_games};
    }
    // Only those between the two ends of a chain of wins hold them together; all others have gone to infinity.
    std::vector<bool> chained(entrants_, false);
    for (std::size_t i = 0; i < entrants_; ++i) {
        chained[i] = std::any_of(others.begin(), others.end(), [&](std::size_t other) {
            return (groups_.reaches(entrant, i) && groups_.reaches(i, other)) ||
                   (groups_.reaches(other, i) && groups_.reaches(i, entrant));
        });
    }
    const auto model = std::make_shared<Likelihood>(entrants_, cells(chained), imaginary_games_);
    weights.conservativeResizeLike(VectorXd::Zero(model->size()));
    VectorXd start = VectorXd::Zero(model->size());
    start[model->side()] = best_.x[model_->side()];
    return {model, std::move(weights), std::nullopt, std::move(start), 0, dispersion_.of_ratings()};
}

Question Fit::side() const {
    const auto side = model_->side();
    double informative = 0;
    for (const double games : informative_games_of_)
        informative += games / 2;
    return {model_,
            model_->unit(side),
            best_.x[side],
            best_.x,
            std::sqrt(covariance_(side, side)),
            dispersion_.of_side(),
            informative >= many_games};
}

std::optional<Question> Fit::draws() const {
    const auto draws = model_->draws();
    if (!draws) return std::nullopt;
    return Question{model_,
                    model_->unit(*draws),
                    best_.x[*draws],
                    best_.x,
                    std::sqrt(covariance_(*draws, *draws)),
                    dispersion_.of_draws(),
                    informative_games_of_draws_ >= many_games};
}

/// The distance of the estimate from `value`, in standard deviations of a normal variable. With an estimate: r* = r +
/// ln(q/r) / r, where r is the root of the likelihood ratio and q is Wald's distance, corrected by the informations.
/// Without one the games that separate the two sides went as far one way as they could: half the probability of that is
/// the tail (mid-P).
double Fit::distance(Question& question, double value) const {
    Peak peak = question.model->maximum(std::move(question.start), {question.weights, value});
    question.start = std::move(peak.x);
    const double ratio = std::max(0., best_.value - peak.value), spread = std::sqrt(question.dispersion);
    if (!question.estimate)
        return quantile(complement(boost::math::normal(), std::max(1e-300, std::exp(-ratio) / 2))) / spread;
    const double r = std::sqrt(2 * ratio);
    if (r < 0.01) return r / spread;  // r* has a removable gap at the estimate
    const double q = std::abs(*question.estimate - value) *
                     std::exp((best_.log_determinant - peak.log_determinant - std::log(peak.variance)) / 2);
    return corrected_root(r, q) / spread;
}

/// By secants from Wald's end, which is near; absent if they don't get there.
std::optional<double> Fit::quick_bound(Question& question, double z, bool upper) const {
    constexpr double close = 1e-4;  // in standard errors
    const double estimate = *question.estimate;
    double from = estimate, at_from = -z;
    double to = estimate + (upper ? z : -z) * question.error * std::sqrt(question.dispersion);
    for (int step = 0; step < 6; ++step) {
        const double at_to = distance(question, to) - z;
        if (std::abs(at_to) < close) return to;
        const double next = to - at_to * (to - from) / (at_to - at_from);
        // Never back over the estimate, and never far beyond what is known.
        if (!((next - estimate) * (to - estimate) > 0) || std::abs(next - estimate) > 4 * std::abs(to - estimate))
            return std::nullopt;
        from = std::exchange(to, next);
        at_from = at_to;
    }
    return std::nullopt;
}

double Fit::bound(Question question, double tail, bool upper) const {
    const double z = quantile(complement(boost::math::normal(), tail));
    const double error = question.error * std::sqrt(question.dispersion);
    if (question.many_games) return *question.estimate + (upper ? z : -z) * error;
    if (question.estimate) {
        if (const auto quick = quick_bound(question, z, upper)) return *quick;
        question.start = best_.x;
    }
    const auto excess = [&](double value) { return distance(question, value) - z; };
    double from = 0, at_from = -z, step = upper ? -1 : 1;
    if (question.estimate) {
        from = *question.estimate;
        step = (upper ? 1.1 : -1.1) * z * error;
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
    question.start -= covariance_ * question.weights * (*question.estimate / (question.error * question.error));
    return (*question.estimate < 0 ? -1 : 1) * distance(question, 0);
}

double Fit::distance_between(std::size_t a, std::size_t b) const {
    if (groups_.finite(a, b)) {
        const auto i = static_cast<Eigen::Index>(a), j = static_cast<Eigen::Index>(b);
        const double variance = covariance_(i, i) + covariance_(j, j) - 2 * covariance_(i, j);
        const double wald = (best_.x[i] - best_.x[j]) / std::sqrt(variance * dispersion_.of_difference(a, b, variance));
        const double games = std::min(informative_games_of_[a], informative_games_of_[b]);
        // Beyond 6 nobody prints the ninth decimal.
        if (games >= many_games / 2 || std::abs(wald) > 6) return wald;
    }
    return distance_from_zero(rating(a, {b}), groups_.reaches(a, b));
}

}  // namespace referee::tournament
