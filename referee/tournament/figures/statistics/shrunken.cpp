// One penalised fit for each division, gap and width of the prior, weighed by Laplace's approximation of its
// evidence.
#include "referee/tournament/figures/statistics/shrunken.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include "referee/tournament/figures/statistics/divisions.hpp"
#include "referee/tournament/paper/schedule/estimates.hpp"

namespace referee::tournament {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double negligible_weight = 1e-3;  // a prior with this share of the greatest weight doesn't count

/// How finely the prior is summed. A fit of many entrants takes long, and tells so much that a few do.
struct Grid {
    double spacing;            ///< of widths, in standard deviations
    std::size_t divisions;     ///< into two groups, and into three
    std::vector<double> gaps;  ///< Elo
    double margin;             ///< by how much a single fit may underrate a prior, in the logarithm

    static Grid of(std::size_t entrants) {
        if (entrants <= 100) return {1, 4, {250, 400, 640, 1024, 1638, 2621, 4194}, 10};
        return {1.7, 1, {400, 1024, 2621}, 4};
    }
};

/// A prior with an unknown width that has a half-normal distribution.
struct Prior {
    std::function<NormalPrior(double width)> of_width;
    double scale, smallest, greatest;  ///< of the half-normal distribution, and of the grid; Elo
    double log_weight = 0;
    Division division = {};
    std::vector<double> gaps = {};
};

Prior prior_of_ratings(std::size_t entrants, double log_weight = 0, const Division& division = {},
                       const std::vector<double>& gaps = {}) {
    return {[=](double width) { return prior_of({width, division, gaps}, entrants); },
            400,
            10,
            1600,
            log_weight,
            division,
            gaps};
}

/// The mean of both halves of an entrant has the standard deviation `width`.
Prior prior_of_sides(std::size_t entrants, double width) {
    const auto n = static_cast<Index>(entrants);
    return {[=](double spread) -> NormalPrior {
                // (u + v)^2 / (4 width^2) + (u - v)^2 / spread^2
                const double by_sum = 1 / (4 * width * width), by_difference = 1 / (spread * spread);
                MatrixXd precision = MatrixXd::Zero(2 * n, 2 * n);
                precision.diagonal().setConstant(by_sum + by_difference);
                precision.topRightCorner(n, n).diagonal().setConstant(by_sum - by_difference);
                precision.bottomLeftCorner(n, n).diagonal().setConstant(by_sum - by_difference);
                return {VectorXd::Zero(2 * n), std::move(precision), -static_cast<double>(n) * std::log(spread)};
            },
            100, 4, 640};
}

/// The fit at one width of a prior.
struct AtWidth {
    const Prior* prior = nullptr;
    double width = 0;
    Peak peak;
    double log_weight = 0;
};

Likelihood under(const Likelihood& model, const NormalPrior& prior) {
    return model.under_prior(prior.means, prior.precision);
}

/// `step`: the width's share of the grid, in its logarithm.
AtWidth fit_at(const Likelihood& model, const Prior& prior, double width, double step, VectorXd start) {
    const NormalPrior normal = prior.of_width(width);
    Peak peak = under(model, normal).maximum(std::move(start));
    const double log_prior = prior.log_weight + normal.log_root_determinant -
                             std::pow(width * elo_per_unit / prior.scale, 2) / 2 + std::log(width * step);
    const double log_weight = peak.value - peak.log_determinant / 2 + log_prior;
    return {&prior, width, std::move(peak), log_weight};
}

const AtWidth& heaviest(const std::vector<AtWidth>& fits) {
    return *std::ranges::max_element(fits, {}, &AtWidth::log_weight);
}

/// The most likely width of a prior.
struct Crest {
    AtWidth best;
    double deviation = 0;  ///< the standard deviation of the width's logarithm, if it were normal
};

/// Climbs from a likely width in steps of equal factors, and ends at the vertex of the parabola through the three best.
Crest climb(const Likelihood& model, const Prior& prior, double likely, double step, const VectorXd& start) {
    const double low = std::log(prior.smallest / elo_per_unit), high = std::log(prior.greatest / elo_per_unit);
    const double from = std::clamp(std::log(likely), low, high);
    std::map<int, AtWidth> fits;
    // Nothing outside of the limits.
    const auto weight_at = [&](int steps) {
        const double at = from + steps * step;
        if (steps != 0 && (at < low || at > high)) return -HUGE_VAL;
        const auto known = fits.find(steps);
        if (known != fits.end()) return known->second.log_weight;
        return fits.emplace(steps, fit_at(model, prior, std::exp(at), 1, start)).first->second.log_weight;
    };
    int top = 0;
    while (true) {
        const int next = weight_at(top - 1) > weight_at(top)   ? top - 1
                         : weight_at(top + 1) > weight_at(top) ? top + 1
                                                               : top;
        if (next == top) break;
        top = next;
    }
    const double below = weight_at(top - 1), above = weight_at(top + 1), bend = 2 * weight_at(top) - below - above;
    Crest crest{fits.at(top), step};
    if (!std::isfinite(bend) || bend <= 0) return crest;
    crest.deviation = step / std::sqrt(bend);
    const double vertex = from + step * (top + (above - below) / bend / 2);
    AtWidth fit = fit_at(model, prior, std::exp(vertex), 1, crest.best.peak.x);
    if (fit.log_weight > crest.best.log_weight) crest.best = std::move(fit);
    return crest;
}

/// Good to about the deviation.
Crest rough_crest(const Likelihood& model, const Prior& prior, double likely, const VectorXd& start) {
    return climb(model, prior, likely, 0.4, start);
}

/// Fits at widths that grow by the same factor, from the most likely one down and up until they don't count.
std::vector<AtWidth> scan(const Likelihood& model, const Crest& rough, const Grid& grid) {
    const Prior& prior = *rough.best.prior;
    constexpr double longest = 0.4;
    const Crest crest = rough.deviation < longest / 3
                            ? climb(model, prior, rough.best.width, rough.deviation, rough.best.peak.x)
                            : rough;
    const double step = std::min(longest, grid.spacing * crest.deviation);
    std::vector<AtWidth> fits = {crest.best};
    fits.front().log_weight += std::log(step);
    const double limit = fits.front().log_weight + std::log(negligible_weight);
    for (const double factor : {std::exp(-step), std::exp(step)}) {
        VectorXd start = crest.best.peak.x;
        double width = crest.best.width * factor;
        for (; width * elo_per_unit > prior.smallest && width * elo_per_unit < prior.greatest; width *= factor) {
            AtWidth fit = fit_at(model, prior, width, step, start);
            if (fit.log_weight < limit) break;
            start = fit.peak.x;
            fits.push_back(std::move(fit));
        }
    }
    return fits;
}

/// The likely width of a prior about which nothing is known.
Crest rough_crest(const Likelihood& model, const Prior& prior) {
    return rough_crest(model, prior, prior.scale / 2 / elo_per_unit, VectorXd::Zero(model.size()));
}

/// Ratings above the mean of all entrants.
ShrunkenPart part_of(const Likelihood& model, Spread spread, double weight, const VectorXd& mode) {
    const Index ratings = model.side();
    ShrunkenPart part{std::move(spread), weight, mode, model.covariance(mode)};
    part.means += model.mean_from_mode(mode, part.covariance);
    part.covariance = model.covariance_on_average(part.means, part.covariance);
    part.means.head(ratings).array() -= part.means.head(ratings).mean();
    auto rows = part.covariance.topRows(ratings);
    rows.rowwise() -= rows.colwise().mean().eval();
    auto columns = part.covariance.leftCols(ratings);
    columns.colwise() -= columns.rowwise().mean().eval();
    return part;
}

/// Those that count.
std::vector<ShrunkenPart> parts_of(const Likelihood& model, const std::vector<AtWidth>& fits) {
    const double greatest = heaviest(fits).log_weight;
    std::vector<ShrunkenPart> parts;
    for (const auto& [prior, width, peak, log_weight] : fits) {
        const double weight = std::exp(log_weight - greatest);
        if (weight > negligible_weight)
            parts.push_back(
                part_of(under(model, prior->of_width(width)), {width, prior->division, prior->gaps}, weight, peak.x));
    }
    return parts;
}

/// Gaps between groups, as places in a grid.
using Gaps = std::vector<std::size_t>;

/// Searches the gaps of one division, from likely ones outwards.
class GapSearch {
public:
    using Weigh = std::function<double(const Gaps&)>;

    GapSearch(std::size_t gaps, Weigh weigh) : gaps_(gaps), weigh_(std::move(weigh)) {}

    /// Weighs all gaps that are neighbours of the best ones, or of others with a weight of more than `limit` less than
    /// the greatest one, which it raises.
    void run(const Gaps& start, double margin, double& greatest) {
        add(start, greatest);
        while (true) {
            const auto best = std::ranges::max_element(open_, {}, [&](const Gaps& gaps) { return found_.at(gaps); });
            if (best == open_.end()) return;
            const Gaps from = *best;
            const double weight = found_.at(from);
            if (weight < greatest - margin && weight < best_) return;
            open_.erase(best);
            for (std::size_t border = 0; border < from.size(); ++border) {
                Gaps next = from;
                if (++next[border] < gaps_) add(next, greatest);
                if (next[border] = from[border]; next[border]-- > 0) add(next, greatest);
            }
        }
    }

    const std::map<Gaps, double>& found() const { return found_; }

private:
    void add(const Gaps& gaps, double& greatest) {
        if (found_.contains(gaps)) return;
        const double weight = found_[gaps] = weigh_(gaps);
        open_.push_back(gaps);
        best_ = std::max(best_, weight);
        greatest = std::max(greatest, weight);
    }

    std::size_t gaps_;
    Weigh weigh_;
    std::map<Gaps, double> found_;
    std::vector<Gaps> open_;  ///< those whose neighbours have not been weighed yet
    double best_ = -HUGE_VAL;
};

/// The gaps of the grid that are nearest to those between the groups' mean ratings.
Gaps nearest_gaps(const Division& division, const VectorXd& ratings, const std::vector<double>& grid) {
    const auto mean = [&](const std::vector<std::size_t>& group) {
        double sum = 0;
        for (const std::size_t entrant : group)
            sum += ratings[static_cast<Index>(entrant)];
        return sum / static_cast<double>(group.size());
    };
    Gaps nearest;
    for (std::size_t border = 0; border + 1 < division.size(); ++border) {
        const double gap = elo_per_unit * (mean(division[border + 1]) - mean(division[border]));
        const auto farther = [&](double value) { return std::abs(std::log(value / gap)); };
        nearest.push_back(static_cast<std::size_t>(std::ranges::min_element(grid, {}, farther) - grid.begin()));
    }
    return nearest;
}

/// A prior, and one fit of it.
struct Candidate {
    Prior prior;
    double width, log_weight;
};

/// The priors with groups that one fit each does not rule out, the most likely first. `undivided`: the best fit of one
/// group.
std::vector<Candidate> priors_with_groups(const Likelihood& model, std::size_t entrants, const AtWidth& undivided,
                                          const Grid& grid) {
    double sum = 0;
    for (const double gap : grid.gaps)
        sum += elo_per_unit / gap;
    const VectorXd ratings = undivided.peak.x.head(model.side());
    std::vector<Candidate> found;
    double greatest = undivided.log_weight;
    for (const LikelyDivision& likely : likely_divisions(ratings, grid.divisions)) {
        const auto prior_of_gaps = [&](const Gaps& places) {
            std::vector<double> gaps;
            double log_weight = likely.log_prior;
            for (const std::size_t place : places) {
                gaps.push_back(grid.gaps[place] / elo_per_unit);
                log_weight -= std::log(gaps.back() * sum);
            }
            return prior_of_ratings(entrants, log_weight, likely.division, gaps);
        };
        GapSearch search(grid.gaps.size(), [&](const Gaps& gaps) {
            return fit_at(model, prior_of_gaps(gaps), likely.width, 1, undivided.peak.x).log_weight;
        });
        search.run(nearest_gaps(likely.division, ratings, grid.gaps), grid.margin, greatest);
        for (const auto& [gaps, weight] : search.found())
            found.push_back({prior_of_gaps(gaps), likely.width, weight});
    }
    std::erase_if(found, [&](const Candidate& one) { return one.log_weight < greatest - grid.margin; });
    std::ranges::stable_sort(found, std::greater(), &Candidate::log_weight);
    return found;
}

/// 1 less the draws between equals, as the scale of a part: a function of ln nu - ln cosh(side / 2), which is normal.
struct ScaleOfPart {
    double mean, variance;
    double by_side;  ///< the derivative of this number by the side; by ln nu it is 1

    ScaleOfPart(const ShrunkenPart& part, Index side) {
        const double half = part.means[side] / 2;
        mean = part.means[side + 1] - std::log(std::cosh(half));
        by_side = -std::tanh(half) / 2;
        variance = part.covariance(side + 1, side + 1) + 2 * by_side * part.covariance(side + 1, side) +
                   by_side * by_side * part.covariance(side, side);
    }
    static double at(double number) { return 2 / (2 + std::exp(number)); }
};

double part_below(double value, const Marginal::Part& part) {
    if (part.variance <= 0) return value < part.mean ? 0 : value > part.mean ? 1 : 0.5;
    return std::erfc((part.mean - value) / std::sqrt(2 * part.variance)) / 2;
}

}  // namespace

double Marginal::below(double value) const {
    double sum = 0;
    for (const Part& part : parts_)
        sum += part.weight * part_below(value, part);
    return sum;
}

double Marginal::quantile(double probability) const {
    const double z = boost::math::quantile(boost::math::normal(), probability);
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const Part& part : parts_) {
        low = std::min(low, part.mean + z * std::sqrt(part.variance));
        high = std::max(high, part.mean + z * std::sqrt(part.variance));
    }
    // The mixture's quantile lies between those of its parts.
    low -= 1e-9;
    high += 1e-9;
    const auto excess = [&](double value) { return below(value) - probability; };
    const double at_low = excess(low), at_high = excess(high);
    if (at_low >= 0 || at_high <= 0) return (low + high) / 2;
    std::uintmax_t iterations = 60;
    const auto close = [](double a, double b) { return std::abs(a - b) < 1e-7; };
    const auto [a, b] = boost::math::tools::toms748_solve(excess, low, high, at_low, at_high, close, iterations);
    return (a + b) / 2;
}

Shrunken::Shrunken(Index ratings, std::vector<ShrunkenPart> parts) : ratings_(ratings), parts_(std::move(parts)) {
    double sum = 0;
    for (const ShrunkenPart& part : parts_)
        sum += part.weight;
    means_ = VectorXd::Zero(parts_.front().means.size());
    covariance_ = MatrixXd::Zero(means_.size(), means_.size());
    for (ShrunkenPart& part : parts_) {
        part.weight /= sum;
        means_ += part.weight * part.means;
    }
    for (const ShrunkenPart& part : parts_)
        covariance_ += part.weight * (part.covariance + (part.means - means_) * (part.means - means_).transpose());
}

Shrunken::Shrunken(std::size_t entrants, const std::vector<Cell>& cells, double imaginary_games)
    : Shrunken(static_cast<Index>(entrants), [&] {
          const Grid grid = Grid::of(entrants);
          const Likelihood model(entrants, cells, imaginary_games);
          const Prior one_group = prior_of_ratings(entrants);
          std::vector<Crest> crests = {rough_crest(model, one_group)};
          const AtWidth undivided = crests.front().best;
          const std::vector<Candidate> divided = priors_with_groups(model, entrants, undivided, grid);
          double greatest = undivided.log_weight;
          for (const auto& [prior, width, log_weight] : divided) {
              if (log_weight < greatest - grid.margin) break;
              crests.push_back(rough_crest(model, prior, width, undivided.peak.x));
              greatest = std::max(greatest, crests.back().best.log_weight);
          }
          std::vector<AtWidth> fits;
          for (const Crest& crest : crests) {
              if (crest.best.log_weight < greatest + std::log(negligible_weight)) continue;
              for (AtWidth& fit : scan(model, crest, grid))
                  fits.push_back(std::move(fit));
          }
          return parts_of(model, fits);
      }()) {}

Shrunken Shrunken::of_spread(std::size_t entrants, const std::vector<Cell>& cells, const Spread& spread,
                             double imaginary_games) {
    const Likelihood model = under(Likelihood(entrants, cells, imaginary_games), prior_of(spread, entrants));
    return {model.side(), {part_of(model, spread, 1, model.maximum().x)}};
}

Shrunken Shrunken::of_one_group(std::size_t entrants, const std::vector<Cell>& cells, double imaginary_games) {
    const Grid grid = Grid::of(entrants);
    const Likelihood model(entrants, cells, imaginary_games);
    const Prior prior = prior_of_ratings(entrants);
    return {model.side(), parts_of(model, scan(model, rough_crest(model, prior), grid))};
}

Shrunken Shrunken::of_sides(std::size_t entrants, const std::vector<Cell>& cells, double imaginary_games) {
    std::vector<Cell> of_halves = cells;
    for (Cell& cell : of_halves)
        cell.second += entrants;
    const Grid grid = Grid::of(entrants);
    const Likelihood model(2 * entrants, of_halves, imaginary_games);
    const Prior prior = prior_of_sides(entrants, likely_width(entrants, cells, imaginary_games));
    return {model.side(), parts_of(model, scan(model, rough_crest(model, prior), grid))};
}

double Shrunken::likely_width(std::size_t entrants, const std::vector<Cell>& cells, double imaginary_games) {
    const Likelihood model(entrants, cells, imaginary_games);
    const Prior prior = prior_of_ratings(entrants);
    return rough_crest(model, prior).best.width;
}

Shrunken Shrunken::placed(const std::vector<std::size_t>& places, std::size_t entrants) const {
    const auto count = static_cast<Index>(entrants), more = count - ratings_;
    std::vector<Index> to;
    for (const std::size_t place : places)
        to.push_back(static_cast<Index>(place));
    for (Index rest = ratings_; rest < means_.size(); ++rest)
        to.push_back(rest + more);
    std::vector<ShrunkenPart> parts = parts_;
    for (ShrunkenPart& part : parts) {
        VectorXd means = VectorXd::Zero(means_.size() + more);
        MatrixXd covariance = MatrixXd::Zero(means.size(), means.size());
        means(to) = part.means;
        covariance(to, to) = part.covariance;
        part.means = std::move(means);
        part.covariance = std::move(covariance);
        for (auto& group : part.spread.division)
            for (std::size_t& entrant : group)
                entrant = places[entrant];
    }
    return {count, std::move(parts)};
}

const Spread& Shrunken::likely_spread() const {
    return std::ranges::max_element(parts_, {}, &ShrunkenPart::weight)->spread;
}

Marginal Shrunken::marginal(const VectorXd& weights) const {
    std::vector<Marginal::Part> parts;
    for (const ShrunkenPart& part : parts_) {
        const double variance = std::max(0., weights.dot(part.covariance * weights));
        parts.push_back({part.weight, weights.dot(part.means), variance});
    }
    return Marginal(std::move(parts));
}

void Shrunken::add_part(std::vector<Marginal::Part>& parts, const ShrunkenPart& part, double mean, double variance,
                        const Covariances& with) const {
    if (!has_draws()) {
        parts.push_back({part.weight, elo_per_unit * mean, elo_per_unit * elo_per_unit * std::max(0., variance)});
        return;
    }
    const ScaleOfPart number(part, ratings_);
    const double deviation = std::sqrt(std::max(number.variance, 1e-12));
    const double slope = (with.draws + number.by_side * with.side) / deviation;
    // Given the scale, the difference is normal.
    const double rest = std::max(0., variance - slope * slope);
    for (const auto& [z, weight] : normal_points) {
        const double unit = elo_per_unit * ScaleOfPart::at(number.mean + z * deviation);
        parts.push_back({weight * part.weight, unit * (mean + z * slope), unit * unit * rest});
    }
}

Marginal Shrunken::elo_marginal(const VectorXd& weights) const {
    std::vector<Marginal::Part> parts;
    for (const ShrunkenPart& part : parts_) {
        const VectorXd with = part.covariance * weights;
        add_part(parts, part, weights.dot(part.means), weights.dot(with),
                 {with[ratings_], has_draws() ? with[ratings_ + 1] : 0});
    }
    return Marginal(std::move(parts));
}

Marginal Shrunken::above(std::size_t entrant, const std::vector<std::size_t>& others) const {
    const auto i = static_cast<Index>(entrant);
    // The mean of all is the zero of each part.
    const bool above_all = static_cast<Index>(others.size()) == ratings_;
    const double share = above_all ? 0 : 1 / static_cast<double>(others.size());
    const auto above_mean = [&](const auto& value) {
        auto sum = value(i);
        if (!above_all)
            for (const std::size_t other : others)
                sum -= share * value(static_cast<Index>(other));
        return sum;
    };
    std::vector<Marginal::Part> parts;
    for (const ShrunkenPart& part : parts_) {
        const auto covariance = [&](Index k) { return above_mean([&](Index l) { return part.covariance(k, l); }); };
        const double mean = above_mean([&](Index k) { return part.means[k]; });
        const Covariances with =
            has_draws() ? Covariances{covariance(ratings_), covariance(ratings_ + 1)} : Covariances();
        add_part(parts, part, mean, above_mean(covariance), with);
    }
    return Marginal(std::move(parts));
}

MatrixXd Shrunken::elo_covariance() const {
    MatrixXd sum = MatrixXd::Zero(ratings_, ratings_);
    VectorXd mean = VectorXd::Zero(ratings_);
    std::vector<VectorXd> means;
    for (const ShrunkenPart& part : parts_) {
        MatrixXd slope = MatrixXd::Zero(ratings_, part.means.size());  // of the scaled ratings, by the parameters
        double unit = elo_per_unit;
        if (has_draws()) {
            const ScaleOfPart number(part, ratings_);
            const double share = ScaleOfPart::at(number.mean);
            unit *= share;
            slope.col(ratings_ + 1) = -(1 - share) * unit * part.means.head(ratings_);
            slope.col(ratings_) = number.by_side * slope.col(ratings_ + 1);
        }
        slope.leftCols(ratings_).diagonal().setConstant(unit);
        means.emplace_back(unit * part.means.head(ratings_));
        mean += part.weight * means.back();
        sum += part.weight * (slope * part.covariance * slope.transpose());
    }
    for (std::size_t i = 0; i < parts_.size(); ++i)
        sum += parts_[i].weight * (means[i] - mean) * (means[i] - mean).transpose();
    return sum;
}

}  // namespace referee::tournament
