// The learned weights of the evaluation of CLUSTER.
#pragma once

#include <cstdint>

namespace sample_bots::patterns {

/// The weights of the counts in cluster_counts.hpp, for a position in the middle of a game; then by how much each grows
/// while `progress` grows by 1. bench/bots/train.sh makes them.
inline constexpr float cluster_per_log_odd = 1000;
inline constexpr std::int16_t cluster_weights[] = {
#include "sample_bots/patterns/cluster.inc"
};

}  // namespace sample_bots::patterns
