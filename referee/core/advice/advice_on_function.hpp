// Advice for the author of a function or class that a driver calls, which reads and writes no lines itself.
#pragma once

#include <string>

#include "protocol/match_log.hpp"

namespace referee {

/// How a function has lost the match, and what to do. Empty if a general advice fits. Requires: log.failure.
[[nodiscard]] std::string advice_on_function(const protocol::MatchLog& log);

}  // namespace referee
