// Requirements in fuzz targets. A violation ends the program, and the fuzzer reports it as a crash.
#pragma once

#include <cstdio>
#include <cstdlib>

/// Ends the program with a message if `holds` is false. `file` and `line` are those of the caller by default. clang 14
/// has no std::source_location.
inline void require(bool holds, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    if (holds) return;
    std::fprintf(stderr, "%s:%d: a demand does not hold\n", file, line);
    std::abort();
}
