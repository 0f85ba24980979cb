// The size of long tests: `make soak` (REFEREE_SOAK in the environment) repeats them more often than `make test`.
#pragma once

#include <cstdlib>

/// Returns `many` in a soak run, and `few` otherwise.
inline int repetitions(int few, int many) {
    return std::getenv("REFEREE_SOAK") == nullptr ? few : many;
}
