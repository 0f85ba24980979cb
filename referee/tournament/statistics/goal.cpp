#include "referee/tournament/statistics/goal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <cstdlib>

#include "referee/tournament/statistics/likelihood.hpp"
#include "referee/tournament/statistics/profile.hpp"
#include "referee/tournament/statistics/ratings.hpp"

namespace referee::tournament {

namespace {

/// Games that one more look takes, as a share of those before.
constexpr double growth_between_looks = 1.05;

/// Games before the first look: after a handful, chance alone reaches a goal too often (docs/ratings.md).
constexpr std::uint64_t min_games = 16;

/// Wald's interval and the exact one differ by less, where there are games enough to come near to a goal.
constexpr double clearly_too_wide = 1.1;

GoalProgress neighbours_decided(double percent, const Results& results, const std::vector<std::size_t>& order) {
    GoalProgress progress;
    const Fit fit(results, RatingSettings().imaginary_games);
    for (std::size_t i = 0; i + 1 < order.size(); ++i) {
        const std::size_t above = order[i], below = order[i + 1];
        const bool upward = fit.groups().reaches(above, below);
        double likelihood = 50;
        if (upward || fit.groups().reaches(below, above)) {
            const double distance = fit.distance_from_zero(fit.rating(above, {below}), upward);
            likelihood = 100 * boost::math::cdf(boost::math::normal(), distance);
        }
        ++progress.of;
        progress.reached += likelihood >= percent ? 1 : 0;
        progress.farthest = std::min(progress.farthest.value_or(100), likelihood);
    }
    return progress;
}

/// Of entrants whose mean is 0: half of Wald's 95 % intervals, in Elo.
std::vector<double> halves_by_standard_errors(const Results& results) {
    const double elo_of_half = 400 / std::log(10.) * quantile(boost::math::normal(), 0.975);
    std::vector<Cell> cells;
    for (const auto& [pair, tally] : results.tallies()) {
        cells.push_back({pair.first, pair.second, static_cast<double>(tally.wins), static_cast<double>(tally.draws),
                         static_cast<double>(tally.losses)});
    }
    const Likelihood model(results.entrants(), std::move(cells), RatingSettings().imaginary_games);
    const Eigen::MatrixXd covariance = model.covariance(model.maximum().x);
    const auto count = static_cast<Eigen::Index>(results.entrants());
    std::vector<double> halves;
    for (Eigen::Index i = 0; i < count; ++i) {
        Eigen::VectorXd weights = Eigen::VectorXd::Zero(model.size());
        weights.head(count).array() -= 1 / static_cast<double>(count);
        weights[i] += 1;
        halves.push_back(elo_of_half * std::sqrt(weights.dot(covariance * weights)));
    }
    return halves;
}

GoalProgress progress_of(const std::vector<double>& halves, double wanted) {
    GoalProgress progress{0, static_cast<int>(halves.size()), *std::max_element(halves.begin(), halves.end())};
    progress.reached =
        static_cast<int>(std::count_if(halves.begin(), halves.end(), [&](double half) { return half <= wanted; }));
    return progress;
}

GoalProgress intervals_narrow(double wanted, const Results& results) {
    RatingSettings settings;
    settings.intervals = false;
    const Ratings crude = rate(results, settings);
    const bool comparable =
        crude.parts.size() == 1 && std::all_of(crude.entrants.begin(), crude.entrants.end(),
                                               [](const Rating& rating) { return rating.elo.has_value(); });
    if (!comparable) return {0, static_cast<int>(results.entrants()), std::nullopt};
    const GoalProgress by_errors = progress_of(halves_by_standard_errors(results), wanted);
    if (*by_errors.farthest > clearly_too_wide * wanted) return by_errors;
    std::vector<double> halves;
    for (const Rating& rating : rate(results).entrants)
        halves.push_back((*rating.interval.upper - *rating.interval.lower) / 2);
    return progress_of(halves, wanted);
}

}  // namespace

std::string to_text(const Goal& goal) {
    return fmt::format("{}={}", goal.kind == Goal::Kind::los ? "los" : "elo", goal.value);
}

std::optional<Goal> goal_of(std::string_view text) {
    const auto equals = text.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    const std::string_view name = text.substr(0, equals);
    const std::string number(text.substr(equals + 1));
    char* end = nullptr;
    const double value = std::strtod(number.c_str(), &end);
    if (number.empty() || *end != '\0' || !std::isfinite(value)) return std::nullopt;
    if (name == "los" && value > 50 && value <= 99.99) return Goal{Goal::Kind::los, value};
    if (name == "elo" && value >= 1 && value <= 10'000) return Goal{Goal::Kind::elo, value};
    return std::nullopt;
}

std::string progress_text(const Goal& goal, const GoalProgress& progress) {
    const std::string counted = fmt::format("{}: {} of {}", to_text(goal), progress.reached, progress.of);
    if (goal.kind == Goal::Kind::los)
        return fmt::format("{} neighbours decided, the least at {:.1f} %", counted, progress.farthest.value_or(50));
    const std::string widest = progress.farthest ? fmt::format("+-{:.0f}", *progress.farthest) : "without an end";
    return fmt::format("{} intervals narrow enough, the widest {}", counted, widest);
}

GoalProgress progress_to(const Goal& goal, const Results& results, const std::vector<std::size_t>& order) {
    switch (goal.kind) {
        case Goal::Kind::los: return neighbours_decided(goal.value, results, order);
        case Goal::Kind::elo: return intervals_narrow(goal.value, results);
    }
    return {};
}

bool is_checkpoint(std::uint64_t games, std::uint64_t at_a_time) {
    if (games < min_games) return false;
    if (games < min_games + at_a_time) return true;
    const auto step = [](std::uint64_t count) {
        return std::floor(std::log(static_cast<double>(count)) / std::log(growth_between_looks));
    };
    return step(games) > step(games - at_a_time);
}

}  // namespace referee::tournament
