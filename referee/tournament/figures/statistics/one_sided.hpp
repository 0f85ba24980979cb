// Tests whether openings favour one side.
#pragma once

#include <cstdint>
#include <vector>

namespace referee::tournament {

/// The probability that fair openings of a tournament lead to any alarm is at most this.
inline constexpr double false_alarms_of_openings = 0.04;

/// The p-value of the exact two-sided sign test: the probability that `wins` and `losses` differ at least as much if
/// both are equally likely. Draws do not count. 1 without wins and losses.
double sign_test(std::uint64_t wins, std::uint64_t losses);

/// The hypotheses that are rejected if the probability of any false rejection is to be at most `level` (S. Holm, "A
/// simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6, 1979). `p`: the
/// p-value of each hypothesis.
std::vector<bool> rejected_by_holm(const std::vector<double>& p, double level);

}  // namespace referee::tournament
