// Durations as people write and read them: "100ms", "1.5s", "2m".
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "referee/core/base/clock.hpp"

namespace referee {

/// Reads a number with a unit (us, ms, s, m or h, without a space), up to 24h. Throws games::UserError with a text that
/// names `what`.
std::chrono::microseconds parse_duration(std::string_view text, std::string_view what);

/// Like parse_duration(), but refuses zero.
std::chrono::microseconds parse_positive_duration(std::string_view text, std::string_view what);

/// The shortest exact text: "100ms", "1s", "1500us".
std::string exact(std::chrono::microseconds duration);

/// A rounded, readable text: "812 us", "12.3 ms", "1.20 s".
std::string rounded(std::chrono::nanoseconds duration);

}  // namespace referee
