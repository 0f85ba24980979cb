#include "referee/tournament/figures/statistics/nash.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "referee/tournament/paper/schedule/estimates.hpp"

namespace referee::tournament {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double min_weight = 1e-15;  // of a row that has none
constexpr double near_enough = 1e-5;  // log-odds by which a row may beat the equilibrium

/// What is minimised for one `softness`; see equilibrium().
class SoftGame {
public:
    SoftGame(const MatrixXd& odds, double softness) : odds_(odds), softness_(softness) {}

    double value(const VectorXd& weights) const {
        return (weights.array() * weights.array().log()).sum() +
               (odds_ * weights).cwiseMax(0).squaredNorm() / (2 * softness_);
    }

    /// Newton's step among weights whose sum is 1, and twice the decrease that it promises.
    std::pair<VectorXd, double> step(const VectorXd& weights) const {
        const VectorXd gain = (odds_ * weights).cwiseMax(0);
        const VectorXd slope = ((weights.array().log() + 1).matrix() + odds_.transpose() * gain / softness_);
        // In units of the weights' roots the information of the entropy is the identity: so small weights do no harm.
        VectorXd root = weights.cwiseSqrt();
        const double mean_slope = slope.dot(weights);
        for (Index i = 0; i < weights.size(); ++i) {
            if (weights[i] <= 2 * min_weight && slope[i] > mean_slope) root[i] = 0;  // it can't get any lower
        }
        MatrixXd rows = MatrixXd::Zero(odds_.rows(), odds_.cols());
        for (Index i = 0; i < odds_.rows(); ++i) {
            if (gain[i] > 0) rows.row(i) = odds_.row(i).cwiseProduct(root.transpose());
        }
        MatrixXd information = MatrixXd::Identity(odds_.rows(), odds_.cols());
        information.selfadjointView<Eigen::Lower>().rankUpdate(rows.transpose(), 1 / softness_);
        const Eigen::LDLT<MatrixXd, Eigen::Lower> solver(information);
        const VectorXd scaled = slope.cwiseProduct(root);
        const VectorXd free = solver.solve(scaled), across = solver.solve(root);
        const VectorXd move = across * (root.dot(free) / root.dot(across)) - free;
        return {move.cwiseProduct(root), -scaled.dot(move)};
    }

    /// Goes down to the minimum, as far as numbers allow.
    void descend(VectorXd& weights) const {
        constexpr int max_steps = 100;
        constexpr double enough = 1e-13, max_loss = 0.9, min_share = 1e-10;
        for (int count = 0; count < max_steps; ++count) {
            const auto [move, decrease] = step(weights);
            if (!(decrease > enough)) return;
            double share = 1;  // of the step; no weight loses more than max_loss of itself
            for (Index i = 0; i < weights.size(); ++i) {
                if (move[i] < 0 && weights[i] > 2 * min_weight)
                    share = std::min(share, -max_loss * weights[i] / move[i]);
            }
            const double before = value(weights);
            while (share > min_share &&
                   !(value((weights + share * move).cwiseMax(min_weight)) <= before - 1e-4 * share * decrease))
                share /= 2;
            if (share <= min_share) return;
            weights = (weights + share * move).cwiseMax(min_weight);
            weights /= weights.sum();
        }
    }

private:
    const MatrixXd& odds_;
    double softness_;
};

/// The penalty leaves a trace of weight to bots that lose against the mixture.
constexpr double trace = 1e-4, losing = 0.01 / elo_per_unit;

/// Whether each bot either has a weight and does not lose against the mixture, or loses and has a trace at most.
bool is_clear(const VectorXd& weights, const VectorXd& gain) {
    return ((weights.array() < trace) || (gain.array() > -losing)).all();
}

/// The mixture without the traces: the equilibrium of the others alone. It is one of all, too, if no other bot beats
/// it.
VectorXd without_traces(const MatrixXd& odds, VectorXd weights) {
    for (std::size_t had_weight = static_cast<std::size_t>(weights.size()) + 1;;) {
        const VectorXd gain = odds * weights;
        std::vector<Index> kept;
        for (Index i = 0; i < weights.size(); ++i) {
            if (weights[i] > 0 && (weights[i] >= trace || gain[i] > -losing)) kept.push_back(i);
        }
        if (kept.size() == had_weight) return weights;
        had_weight = kept.size();
        VectorXd mixture = VectorXd::Zero(weights.size());
        if (const auto alone = equilibrium(odds(kept, kept))) mixture(kept) = *alone;
        if (mixture.sum() == 0 || (odds * mixture).maxCoeff() >= near_enough)
            mixture(kept) = weights(kept) / weights(kept).sum();
        weights = mixture;
    }
}

}  // namespace

std::optional<VectorXd> equilibrium(const MatrixXd& odds) {
    const Index rows = odds.rows();
    if (rows == 0) return std::nullopt;
    VectorXd weights = VectorXd::Constant(rows, 1 / static_cast<double>(rows));
    std::optional<VectorXd> found;
    for (double softness = 1; softness > 1e-14; softness /= 10) {
        SoftGame(odds, softness).descend(weights);
        if (!weights.allFinite()) break;
        const VectorXd gain = odds * weights;
        if (gain.maxCoeff() >= near_enough || softness >= 1e-7) continue;
        found = weights;
        if (is_clear(weights, gain)) break;
    }
    return found;
}

std::optional<Results::Pair> two_that_have_not_met(const Results& results) {
    for (std::size_t a = 0; a < results.entrants(); ++a) {
        for (std::size_t b = a + 1; b < results.entrants(); ++b) {
            if (results.weight(a, b) == 0 || results.between(a, b).games() == 0) return {{a, b}};
        }
    }
    return std::nullopt;
}

std::optional<std::vector<NashAverage>> nash_averages(const Results& results) {
    if (two_that_have_not_met(results)) return std::nullopt;
    const std::size_t entrants = results.entrants();
    MatrixXd odds = MatrixXd::Zero(static_cast<Index>(entrants), static_cast<Index>(entrants));
    for (std::size_t a = 0; a < entrants; ++a) {
        for (std::size_t b = a + 1; b < entrants; ++b) {
            const Evidence first = results.evidence({a, b}), second = results.evidence({b, a});
            const double won = first.points() + second.games() - second.points();
            const double lost = first.games() + second.games() - won;
            const auto i = static_cast<Index>(a), j = static_cast<Index>(b);
            odds(i, j) = std::log((won + 0.5) / (lost + 0.5));
            odds(j, i) = -odds(i, j);
        }
    }
    const std::optional<VectorXd> weights = equilibrium(odds);
    if (!weights) return std::nullopt;
    const VectorXd mixture = without_traces(odds, *weights);
    const VectorXd rating = elo_per_unit * (odds * mixture);
    std::vector<NashAverage> averages;
    for (Index i = 0; i < mixture.size(); ++i)
        averages.push_back({mixture[i], mixture[i] > 0 ? 0 : rating[i]});
    return averages;
}

}  // namespace referee::tournament
