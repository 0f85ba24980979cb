// The natural unit of ratings.
#pragma once

#include <numbers>

namespace referee::tournament {

/// The Elo of one natural unit, in which a difference is the logarithm of the odds: 173.7. 400 Elo are odds of ten to
/// one.
inline constexpr double elo_per_unit = 400 / std::numbers::ln10;

}  // namespace referee::tournament
