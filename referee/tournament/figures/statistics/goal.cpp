#include "referee/tournament/figures/statistics/goal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include "referee/tournament/figures/statistics/groups.hpp"
#include "referee/tournament/figures/statistics/parallel.hpp"
#include "referee/tournament/figures/statistics/posterior.hpp"
#include "referee/tournament/figures/statistics/superiority.hpp"

namespace referee::tournament {

namespace {

/// Games that one more look takes, as a share of those before.
constexpr double growth_between_looks = 1.05;

/// Games before the first look: after a handful, chance alone reaches a goal too often (docs/ratings.md).
constexpr std::uint64_t min_games = 16;

GoalProgress neighbours_decided(double percent, const Results& results, const std::vector<std::size_t>& order,
                                const Posterior* posterior) {
    GoalProgress progress;
    const Groups groups(results);
    const std::set<Results::Pair> unrated = results.without_weight();
    for (std::size_t i = 0; i + 1 < order.size(); ++i) {
        const bool is_given = posterior != nullptr && !unrated.contains(std::minmax(order[i], order[i + 1]));
        const double likelihood =
            is_given ? 100 * likelihood_of_superiority(*posterior, groups, order[i], order[i + 1]) : 50;
        ++progress.of;
        progress.reached += likelihood >= percent ? 1 : 0;
        progress.farthest = std::min(progress.farthest.value_or(100), likelihood);
    }
    return progress;
}

/// The entrants above whose mean the goal has the ratings of these entrants: the anchor, or else all of them. An
/// entrant that has left is not among them, because its rating stays uncertain.
std::vector<std::size_t> zero_of(const Results& results, const RatingSettings& settings,
                                 std::vector<std::size_t> entrants) {
    const auto& anchor = settings.anchor;
    if (anchor && results.of(anchor->entrant).games() > 0 && std::ranges::count(entrants, anchor->entrant) > 0)
        return {anchor->entrant};
    std::ranges::sort(entrants);
    return entrants;
}

GoalProgress intervals_narrow(double wanted, const Results& results, const RatingSettings& settings,
                              const std::vector<std::size_t>& order, const Posterior* posterior) {
    if (order.size() < 2) return {};  // there is no difference to be measured
    const Groups groups(results);
    const std::vector<std::size_t> zero = zero_of(results, settings, order);
    const bool comparable = posterior != nullptr && std::ranges::all_of(order, [&](std::size_t entrant) {
                                return groups.part_of(entrant) == groups.part_of(order.front());
                            });
    const double tail = (1 - settings.confidence) / 2;
    std::vector<double> halves(order.size(), HUGE_VAL);
    for_each_in_parallel(comparable ? order.size() : 0, [&](std::size_t i) {
        if (results.of(order[i]).games() == 0) return;
        const Marginal marginal = posterior->shrunken.above(order[i], zero);
        const bool is_zero = zero.size() == 1 && zero.front() == order[i];
        halves[i] = is_zero ? 0 : (marginal.quantile(1 - tail) - marginal.quantile(tail)) / 2;
    });
    GoalProgress progress{0, static_cast<int>(order.size()), 0};
    for (const double half : halves) {
        progress.reached += half <= wanted ? 1 : 0;
        progress.farthest = std::max(*progress.farthest, half);
    }
    if (std::isinf(*progress.farthest)) progress.farthest.reset();
    return progress;
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
    const std::string widest = progress.farthest ? fmt::format("+-{:.0f}", *progress.farthest) : "unknown";
    return fmt::format("{} intervals narrow enough, the widest {}", counted, widest);
}

GoalProgress progress_to(const Goal& goal, const Results& results, const RatingSettings& settings,
                         const std::vector<std::size_t>& order, const std::shared_ptr<const Posterior>& posterior) {
    switch (goal.kind) {
        case Goal::Kind::los: return neighbours_decided(goal.value, results, order, posterior.get());
        case Goal::Kind::elo: return intervals_narrow(goal.value, results, settings, order, posterior.get());
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
