// The generalised likelihood ratio of two expected scores, and Wald's bounds.
#include "referee/tournament/statistics/sprt.hpp"

#include <fmt/format.h>

#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <numeric>

#include "games/user_error.hpp"

namespace referee::tournament {

namespace {

using Frequencies = std::array<double, 5>;

double points(std::size_t outcome) {
    return static_cast<double>(outcome) / 4;
}

double expected_score(double elo) {
    return 1 / (1 + std::pow(10, -elo / 400));
}

/// The sum of n_i ln(p_i), up to a constant that depends on n only, of those p that have the mean `score` and are most
/// likely. p_i is n_i / (n (1 + t (a_i - score))), where t makes the mean right.
double log_likelihood(const Frequencies& counts, double score) {
    const auto error_of_mean = [&](double t) {
        double sum = 0;
        for (std::size_t i = 0; i < counts.size(); ++i) {
            sum += counts[i] * (points(i) - score) / (1 + t * (points(i) - score));
        }
        return sum;
    };
    // The poles lie at the ends of what keeps every p positive; the sum falls from plus to minus infinity between them.
    const double lowest = -1 / (1 - score), highest = 1 / score;
    const double margin = 1e-13 * (highest - lowest);
    std::uintmax_t iterations = 200;
    const auto [a, b] = boost::math::tools::toms748_solve(error_of_mean, lowest + margin, highest - margin,
                                                          boost::math::tools::eps_tolerance<double>(50), iterations);
    const double t = (a + b) / 2;
    double sum = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        sum -= counts[i] * std::log1p(t * (points(i) - score));
    }
    return sum;
}

void check_share(double value, std::string_view name) {
    if (value >= 1e-6 && value <= 0.499999) return;
    throw games::UserError(fmt::format("sprt {}={}: an error rate is a number from 0.000001 to 0.499999", name, value));
}

}  // namespace

std::uint64_t PairCounts::pairs() const {
    return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
}

void check(const SprtSettings& settings) {
    for (const auto& [name, elo] : {std::pair("elo0", settings.elo0), std::pair("elo1", settings.elo1)}) {
        if (!(std::abs(elo) <= 1000)) {
            throw games::UserError(fmt::format("sprt {}={}: write a number from -1000 to 1000", name, elo));
        }
    }
    if (settings.elo1 - settings.elo0 < 0.01) {
        throw games::UserError(
            fmt::format("sprt elo0={},elo1={}: elo1 must be greater than elo0", settings.elo0, settings.elo1));
    }
    check_share(settings.alpha, "alpha");
    check_share(settings.beta, "beta");
}

std::string_view text(SprtVerdict verdict) {
    switch (verdict) {
        case SprtVerdict::go_on: return "undecided";
        case SprtVerdict::accept_h0: return "H0 accepted";
        case SprtVerdict::accept_h1: return "H1 accepted";
    }
    return "";
}

Sprt sprt(const PairCounts& pairs, const SprtSettings& settings) {
    check(settings);
    Sprt state;
    state.lower = std::log(settings.beta / (1 - settings.alpha));
    state.upper = std::log((1 - settings.beta) / settings.alpha);
    if (pairs.pairs() == 0) return state;
    Frequencies counts{};
    for (std::size_t i = 0; i < counts.size(); ++i) {
        counts[i] = pairs.counts()[i] == 0 ? 1e-3 : static_cast<double>(pairs.counts()[i]);
    }
    state.llr =
        log_likelihood(counts, expected_score(settings.elo1)) - log_likelihood(counts, expected_score(settings.elo0));
    if (state.llr >= state.upper) state.verdict = SprtVerdict::accept_h1;
    if (state.llr <= state.lower) state.verdict = SprtVerdict::accept_h0;
    return state;
}

}  // namespace referee::tournament
