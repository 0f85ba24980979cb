#include "referee/tournament/figures/statistics/strip.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace referee::tournament {

namespace {

/// Below this drift across the strip, the drift changes the results by less than a ten-thousandth.
constexpr double negligible_drift = 1e-4;

double normal_cdf(double x) {
    return std::erfc(-x / std::numbers::sqrt2) / 2;
}

/// The logarithm of the normal distribution's tail above z. Far out by its asymptotic series, where the tail is 0 in
/// double precision.
double log_tail(double z) {
    constexpr double far_out = 30;
    if (z < far_out) return std::log(normal_cdf(-z));
    const double squared = z * z;
    return -squared / 2 - std::log(z * std::sqrt(2 * std::numbers::pi)) +
           std::log1p(-1 / squared + 3 / (squared * squared));
}

/// The integral of the driftless density of first reaching `c`, weighted with exp(log_weight - drift^2 u / 2), over u
/// from 0 to t. Falls with c. Requires: c > 0, and |log_weight| is at most |drift| c, so that nothing overflows.
double weighted_hit(double c, double drift, double t, double log_weight) {
    const double d = std::abs(drift), root = std::sqrt(t);
    return std::exp(log_weight - d * c) * normal_cdf((d * t - c) / root) +
           std::exp(log_weight + d * c + log_tail((c + d * t) / root));
}

}  // namespace

/// Reflected images of the bound, in pairs.
double reaches_up(const Strip& strip, double drift, double t) {
    constexpr int max_images = 10'000;
    constexpr double negligible = 1e-14;
    double sum = 0;
    for (int image = 0; image < max_images; ++image) {
        const double near = weighted_hit(strip.up + 2 * image * strip.width(), drift, t, drift * strip.up);
        const double far = weighted_hit(2 * (image + 1) * strip.width() - strip.up, drift, t, drift * strip.up);
        sum += near - far;
        if (near < negligible * sum || near == 0) break;
    }
    return std::clamp(sum, 0.0, 1.0);
}

double leaves_up(const Strip& strip, double drift) {
    if (std::abs(drift) * strip.width() < negligible_drift) return strip.down / strip.width();
    // Only exponents below 0, which do not overflow.
    if (drift < 0)
        return std::exp(2 * drift * strip.up) * std::expm1(2 * drift * strip.down) /
               std::expm1(2 * drift * strip.width());
    return std::expm1(-2 * drift * strip.down) / std::expm1(-2 * drift * strip.width());
}

double mean_time(const Strip& strip, double drift) {
    if (std::abs(drift) * strip.width() < negligible_drift) return strip.up * strip.down;
    const double up = leaves_up(strip, drift);
    return (up * strip.up - (1 - up) * strip.down) / drift;
}

double time_within(const Strip& strip, double drift, double probability) {
    const auto has_left = [&](double t) {
        return reaches_up(strip, drift, t) + reaches_up(strip.mirrored(), -drift, t) >= probability;
    };
    double low = 0, high = mean_time(strip, drift);
    for (; !has_left(high); high *= 2)
        low = high;
    for (int i = 0; i < 50; ++i) {
        const double middle = (low + high) / 2;
        (has_left(middle) ? high : low) = middle;
    }
    return high;
}

}  // namespace referee::tournament
