// Shared parts of benches: medians of noisy rounds, and their results as JSON.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace bench {

/// Requires: at least one value.
inline double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace bench
