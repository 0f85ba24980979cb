// Whether one bot is better than another, decided as soon as the game pairs allow (Wald 1945, on pairs of games).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "referee/tournament/statistics/results.hpp"

namespace referee::tournament {

/// The number of pairs of games with sides swapped that gave a bot 0, 1/2, 1, 3/2 and 2 points. A game whose twin is
/// not finished belongs to no pair and does not count: what the pair shares (its opening, the sides) would be counted
/// as chance.
class PairCounts {
public:
    PairCounts() = default;
    explicit PairCounts(const std::array<std::uint64_t, 5>& counts) : counts_(counts) {}

    /// Both scores as the same bot sees them.
    void add(Score one, Score other) { ++counts_[static_cast<std::size_t>(one) + static_cast<std::size_t>(other)]; }
    const std::array<std::uint64_t, 5>& counts() const { return counts_; }
    std::uint64_t pairs() const;

private:
    std::array<std::uint64_t, 5> counts_ = {};
};

/// H0: the bot is `elo0` stronger than the other; H1: it is `elo1` stronger. Logistic Elo: the expected score of a game
/// is 1 / (1 + 10^(-elo / 400)), draws counting half. `alpha`: the chance to accept H1 although H0 is true; `beta`: the
/// chance to accept H0 although H1 is true.
struct SprtSettings {
    double elo0 = 0;
    double elo1 = 5;
    double alpha = 0.05;
    double beta = 0.05;
};

/// Throws games::UserError unless elo0 < elo1, both within 1000, and alpha and beta from 0.000001 to 0.499999.
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

/// The GSPRT of M. Van den Bergh as fishtest and fastchess do it: the probabilities of the five outcomes are fitted by
/// maximum likelihood, once with the expected score of H0 and once with that of H1 ("The generalized maximum likelihood
/// ratio for the expectation value of a distribution", cantate.be/Fishtest/support_MLE_multinomial.pdf,
/// proposition 1.1). An outcome that was never seen counts as 0.001 pairs. Checks the settings.
Sprt sprt(const PairCounts& pairs, const SprtSettings& settings);

}  // namespace referee::tournament
