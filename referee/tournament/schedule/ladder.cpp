#include "referee/tournament/schedule/ladder.hpp"

#include <cmath>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "games/user_error.hpp"

namespace referee::tournament {

namespace {

constexpr double per_elo = std::numbers::ln10 / 400;

double variance(const Estimate& a) {
    return a.deviation * a.deviation;
}

/// Fisher information of one pair of games on the difference of two ratings.
double information(const Estimate& a, const Estimate& b) {
    const double p = 1 / (1 + std::exp(-per_elo * (a.rating - b.rating)));
    return 2 * per_elo * per_elo * p * (1 - p);
}

struct Choice {
    int a = 0;
    int b = 1;
    double worth = -1;
    int pairs = 0;
};

/// Worths this near are equal: no choice shall hang on how a machine rounds.
constexpr double slack = 1e-9;

bool is_better(const Choice& one, const Choice& other) {
    if (one.worth > other.worth + slack) return true;
    return one.worth > other.worth - slack && one.pairs < other.pairs;
}

}  // namespace

double worth_of_pair(const Estimate& a, const Estimate& b) {
    const double v = variance(a) + variance(b);
    const double doubt = std::erfc(std::abs(a.rating - b.rating) / std::sqrt(2 * v)) / 2;
    return doubt * (1 - 1 / std::sqrt(1 + v * information(a, b)));
}

Ladder::Ladder(const FormatSettings& settings, int entrants, std::uint64_t seed, Rater rater,
               std::vector<PlannedGame> planned)
    : Schedule(settings, entrants, seed), rater_(std::move(rater)) {
    if (!planned.empty()) round_ = planned.back().round + 1;
    adopt(std::move(planned));
}

bool Ladder::add_round(const FinishedGames& results) {
    auto estimates = rater_(entrants(), games(), results);
    if (static_cast<int>(estimates.size()) != entrants())
        throw std::logic_error("a rater that has not rated everybody");
    for (int pair = 0; pair < settings().batch; ++pair) {
        Choice best;
        for (int a = 0; a < entrants(); ++a) {
            for (int b = a + 1; b < entrants(); ++b) {
                const Choice choice{
                    a, b, worth_of_pair(estimates[static_cast<std::size_t>(a)], estimates[static_cast<std::size_t>(b)]),
                    pairs_between(a, b)};
                if (is_better(choice, best)) best = choice;
            }
        }
        const int first = first_of(best.a, best.b);
        add_pair(round_, first, first == best.a ? best.b : best.a, false);
        Estimate& one = estimates[static_cast<std::size_t>(best.a)];
        Estimate& other = estimates[static_cast<std::size_t>(best.b)];
        const double told = information(one, other);
        for (Estimate* estimate : {&one, &other}) {
            estimate->deviation /= std::sqrt(1 + variance(*estimate) * told);
        }
    }
    ++round_;
    return true;
}

}  // namespace referee::tournament
