// Shared parts of benches: the median of noisy rounds.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace bench {

/// Returns the median. Of an even number of values, returns the upper one of the two in the middle. Requires: at least
/// one value.
inline double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace bench
