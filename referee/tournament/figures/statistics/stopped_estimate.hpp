// How strong a bot is after a sequential test has stopped: without the bias that stopping brings.
#pragma once

#include "referee/tournament/figures/statistics/pentanomial.hpp"
#include "referee/tournament/figures/statistics/sprt.hpp"

namespace referee::tournament {

/// Expected scores; they may lie a little outside of 0 to 1. `deviation` is the standard deviation of a pair's share.
struct StoppedEstimate {
    double naive = 0;            ///< the mean of the pairs: too far out, since a test stops when luck has gone far
    double median_unbiased = 0;  ///< above the truth as often as below it
    double lower = 0;            ///< of the 95 % interval with equal tails
    double upper = 0;
    double deviation = 0;
};

/// The estimate by the stage-wise ordering of a test's possible ends (P. Armitage; D. Siegmund, "Sequential Analysis",
/// 1985, section III.5; S. S. Emerson and T. R. Fleming, "Parameter estimation following group sequential hypothesis
/// testing", Biometrika 77, 1990): an H1 is more extreme the earlier it comes, then come tests without a verdict by
/// their ratios, then H0, the later the more. The median-unbiased score is the one at which an end as extreme as this
/// one, or more, has the probability 1/2; at the ends of the interval it is 2.5 % and 97.5 %.
///
/// The probabilities are those of a Brownian motion with drift between two bounds (Siegmund, section III.3), each moved
/// out by 0.583 standard deviations of a pair, since the walk jumps over them (Siegmund, section X.2). The variance is
/// that of the pairs, with one pair added that is half won and half lost: without it a test in which all pairs ended
/// alike would have no uncertainty.
///
/// A test that has no verdict counts as planned for this number of pairs. `share` as in sprt(): each pair counts as
/// this share of one. Requires: a pair was counted.
StoppedEstimate estimate_after(const PairCounts& pairs, const SprtSettings& settings, double share = 1);

}  // namespace referee::tournament
