#include "referee/tournament/figures/statistics/stopped_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "referee/tournament/figures/statistics/strip.hpp"

namespace referee::tournament {

namespace {

/// The density of being at x at the time t, still between the bounds. Each image has the drift in its own exponent,
/// since a far end would need a factor that overflows.
double density_within(const Strip& strip, double drift, double t, double x) {
    const auto image_of = [&](double place) {
        const double off = place - drift * t;
        return std::exp(-off * off / (2 * t) + drift * (x - place)) / std::sqrt(2 * std::numbers::pi * t);
    };
    const int images = 1 + static_cast<int>(8 * std::sqrt(t) / (2 * strip.width()));
    double sum = 0;
    for (int image = -images; image <= images; ++image) {
        const double moved = x + 2 * image * strip.width();
        sum += image_of(moved) - image_of(2 * strip.up - moved);
    }
    return std::max(0.0, sum);
}

/// The probability of ending above x at the time t without having reached a bound. Simpson's rule, where the density is
/// not 0: the bounds may be far away.
double stays_above(const Strip& strip, double drift, double t, double x) {
    constexpr int intervals = 400;
    constexpr double deviations = 9;
    const double reach = deviations * std::sqrt(t);
    const double from = std::max(x, drift * t - reach), to = std::min(strip.up, drift * t + reach);
    if (from >= to) return 0;
    const double step = (to - from) / intervals;
    double sum = 0;
    for (int i = 0; i <= intervals; ++i) {
        const double weight = i == 0 || i == intervals ? 1 : i % 2 == 1 ? 4 : 2;
        sum += weight * density_within(strip, drift, t, from + i * step);
    }
    return sum * step / 3;
}

/// The end of a test as a walk of steps with variance 1: after so many pairs, at `place`.
struct End {
    SprtVerdict verdict;
    double pairs;
    double place;
    Strip strip;
};

/// The probability of an end at least as far up.
double at_least(const End& end, double drift) {
    switch (end.verdict) {
        case SprtVerdict::accept_h1: return reaches_up(end.strip, drift, end.pairs);
        case SprtVerdict::accept_h0: return 1 - reaches_up(end.strip.mirrored(), -drift, end.pairs);
        case SprtVerdict::go_on:
            return reaches_up(end.strip, drift, end.pairs) + stays_above(end.strip, drift, end.pairs, end.place);
    }
    return 0;
}

/// The drift at which an end at least as far up has this probability, which grows with the drift.
double drift_with(const End& end, double probability) {
    const double naive = end.place / end.pairs;
    double reach = 4 / std::sqrt(end.pairs);
    while (at_least(end, naive - reach) > probability || at_least(end, naive + reach) < probability)
        reach *= 2;
    double low = naive - reach, high = naive + reach;
    for (int i = 0; i < 50; ++i) {
        const double middle = (low + high) / 2;
        (at_least(end, middle) < probability ? low : high) = middle;
    }
    return (low + high) / 2;
}

/// The scores of H0 and H1.
std::pair<double, double> scores_of(const SprtSettings& settings, double deviation) {
    if (settings.model == EloModel::logistic) return {expected_score(settings.elo0), expected_score(settings.elo1)};
    return {0.5 + deviation * deviations_of_nelo(settings.elo0), 0.5 + deviation * deviations_of_nelo(settings.elo1)};
}

double deviation_of(const PairCounts& pairs, double share) {
    Frequencies counts{};
    for (std::size_t i = 0; i < counts.size(); ++i)
        counts[i] = share * static_cast<double>(pairs.counts()[i]);
    counts.front() += 0.5;
    counts.back() += 0.5;
    return std::sqrt(moments_of(counts).variance);
}

}  // namespace

StoppedEstimate estimate_after(const PairCounts& pairs, const SprtSettings& settings, double share) {
    const Sprt state = sprt(pairs, settings, share);
    StoppedEstimate estimate;
    estimate.deviation = deviation_of(pairs, share);
    const PairMoments moments = moments_of(frequencies_of(pairs));
    estimate.naive = moments.mean;
    const auto [score0, score1] = scores_of(settings, estimate.deviation);
    const double middle = (score0 + score1) / 2;
    const double n = share * static_cast<double>(pairs.pairs());
    const double sum = n * (moments.mean - middle);
    // The points that are worth a ratio of 1. Far from the hypotheses the ratio is not linear in the points: a verdict
    // tells itself what it was worth, and so does a test without one whose points would be beyond the bounds.
    const double linear = estimate.deviation * estimate.deviation / (score1 - score0);
    const bool is_beyond = sum > state.upper * linear || sum < state.lower * linear;
    const bool tells = sum * state.llr > 0 && (state.verdict != SprtVerdict::go_on || is_beyond);
    const double points_per_llr = tells ? sum / state.llr : linear;
    End end{state.verdict, n, sum / estimate.deviation, {}};
    end.strip = {state.upper * points_per_llr / estimate.deviation + mean_overshoot,
                 -state.lower * points_per_llr / estimate.deviation + mean_overshoot};
    if (state.verdict == SprtVerdict::go_on) end.place = std::clamp(end.place, -end.strip.down, end.strip.up);
    const auto score_with = [&](double probability) {
        return middle + estimate.deviation * drift_with(end, probability);
    };
    estimate.median_unbiased = score_with(0.5);
    estimate.lower = score_with(0.025);
    estimate.upper = score_with(0.975);
    return estimate;
}

}  // namespace referee::tournament
