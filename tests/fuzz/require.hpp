// Requirements in fuzz targets: a broken demand ends the program, which the fuzzer takes for a find.
#pragma once

#include <cstdio>
#include <cstdlib>

/// The defaults are the place of the call; clang 14 has no std::source_location.
inline void require(bool holds, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    if (holds) return;
    std::fprintf(stderr, "%s:%d: a demand does not hold\n", file, line);
    std::abort();
}
