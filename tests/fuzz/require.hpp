// Requirements in fuzz targets. A violation ends the program, and the fuzzer reports it as a crash.
#pragma once

#include <cstdio>
#include <cstdlib>

/// The defaults are the position of the call. clang 14 has no std::source_location.
inline void require(bool holds, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    if (holds) return;
    std::fprintf(stderr, "%s:%d: a demand does not hold\n", file, line);
    std::abort();
}
