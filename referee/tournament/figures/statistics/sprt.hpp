// Whether one bot is better than another, decided as soon as the game pairs allow (Wald 1945, on pairs of games).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "protocol/fields.hpp"
#include "referee/tournament/figures/statistics/pair_course.hpp"
#include "referee/tournament/figures/statistics/pentanomial.hpp"

namespace referee::tournament {

/// The scale of the hypotheses: logistic Elo, or normalised Elo (pentanomial.hpp), in which a test of given bounds
/// takes about as many games whatever share of games is drawn.
enum class EloModel : std::uint8_t { logistic, normalized };
/// "logistic", "normalized".
std::string_view name_of(EloModel model);
std::optional<EloModel> elo_model_of(std::string_view name);
/// "Elo", "nElo".
std::string_view unit_of(EloModel model);

/// H0: the bot is `elo0` stronger than the other; H1: it is `elo1` stronger, draws counting half. `alpha`: the chance
/// to accept H1 although H0 is true; `beta`: the chance to accept H0 although H1 is true.
struct SprtSettings {
    double elo0 = 0;
    double elo1 = 5;
    double alpha = 0.05;
    double beta = 0.05;
    EloModel model = EloModel::logistic;

    static void fields(auto& self, auto&& visit) {
        visit("elo0", self.elo0);
        visit("elo1", self.elo1);
        visit("alpha", self.alpha);
        visit("beta", self.beta);
        visit("model", protocol::as_text(self.model, name_of, elo_model_of));
    }
};

/// Throws games::UserError unless elo1 is at least 0.01 greater than elo0, both within 1000 (normalised: within 200),
/// and alpha and beta from 0.000001 to 0.499999.
void check(const SprtSettings& settings);

/// Which hypothesis a sequential test has accepted, if it has ended.
enum class SprtVerdict { go_on, accept_h0, accept_h1 };
std::string_view text(SprtVerdict verdict);

/// All numbers are finite.
struct Sprt {
    double llr = 0;    ///< the generalised log-likelihood ratio of H1 to H0; 0 before the first pair
    double lower = 0;  ///< H0 is accepted at or below it: ln(beta / (1 - alpha))
    double upper = 0;  ///< H1 is accepted at or above it: ln((1 - beta) / alpha)
    SprtVerdict verdict = SprtVerdict::go_on;
};

/// The generalised log-likelihood ratio of H1 to H0 after pairs with these outcomes. Requires: counts above 0, and
/// settings that check() accepts.
double log_likelihood_ratio(const Frequencies& counts, const SprtSettings& settings);

/// The GSPRT of M. Van den Bergh as fishtest and fastchess do it: the probabilities of the five outcomes are fitted by
/// maximum likelihood, once with the expected score (or the normalised Elo) of H0 and once with that of H1; see
/// pentanomial.hpp. `share`: the evidence of each game, from 0 to 1, by which the ratio is multiplied if games repeat
/// others (EffectiveGames): then it is never farther from 0 than that of all pairs, so a verdict comes later, and no
/// more often. Checks the settings.
Sprt sprt(const PairCounts& pairs, const SprtSettings& settings, double share = 1);

}  // namespace referee::tournament
