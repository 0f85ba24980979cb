// The generalised likelihood ratio of two hypotheses, and Wald's bounds.
#include "referee/tournament/figures/statistics/sprt.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

#include "games/user_error.hpp"
#include "referee/tournament/figures/statistics/pentanomial.hpp"

namespace referee::tournament {

namespace {

constexpr std::array<std::string_view, 2> model_names = {"logistic", "normalized"};

double max_elo(EloModel model) {
    return model == EloModel::logistic ? 1000 : 200;
}

double log_likelihood(const Frequencies& counts, double elo, EloModel model) {
    return model == EloModel::logistic ? log_likelihood_of_score(counts, expected_score(elo))
                                       : log_likelihood_of_deviations(counts, deviations_of_nelo(elo));
}

void check_share(double value, std::string_view name) {
    if (value >= 1e-6 && value <= 0.499999) return;
    throw games::UserError(fmt::format("sprt {}={}: an error rate is a number from 0.000001 to 0.499999", name, value));
}

}  // namespace

std::string_view name_of(EloModel model) {
    return model_names[static_cast<std::size_t>(model)];
}

std::string_view unit_of(EloModel model) {
    return model == EloModel::logistic ? "Elo" : "nElo";
}

std::optional<EloModel> elo_model_of(std::string_view name) {
    for (const EloModel model : {EloModel::logistic, EloModel::normalized}) {
        if (name_of(model) == name) return model;
    }
    return std::nullopt;
}

void check(const SprtSettings& settings) {
    for (const auto& [name, elo] : {std::pair("elo0", settings.elo0), std::pair("elo1", settings.elo1)}) {
        if (const double most = max_elo(settings.model); !(std::abs(elo) <= most)) {
            throw games::UserError(fmt::format("sprt {}={}: write a number from {} to {}", name, elo, -most, most));
        }
    }
    constexpr double min_difference = 0.01, rounding = 1e-9;  // 5.01 - 5 is a little less than 0.01
    if (settings.elo1 - settings.elo0 < min_difference - rounding) {
        throw games::UserError(fmt::format("sprt elo0={},elo1={}: elo1 must be greater than elo0, by {} or more",
                                           settings.elo0, settings.elo1, min_difference));
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

double log_likelihood_ratio(const Frequencies& counts, const SprtSettings& settings) {
    return log_likelihood(counts, settings.elo1, settings.model) -
           log_likelihood(counts, settings.elo0, settings.model);
}

Sprt sprt(const PairCounts& pairs, const SprtSettings& settings, double share) {
    check(settings);
    Sprt state;
    state.lower = std::log(settings.beta / (1 - settings.alpha));
    state.upper = std::log((1 - settings.beta) / settings.alpha);
    if (pairs.pairs() == 0) return state;
    state.llr = share * log_likelihood_ratio(frequencies_of(pairs), settings);
    if (state.llr >= state.upper) state.verdict = SprtVerdict::accept_h1;
    if (state.llr <= state.lower) state.verdict = SprtVerdict::accept_h0;
    return state;
}

}  // namespace referee::tournament
