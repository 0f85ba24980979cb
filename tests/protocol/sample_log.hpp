// Match logs that use everything in the format, for tests that write, read and damage them.
#pragma once

#include "protocol/match_log.hpp"

/// A match of two plies that ended in a forfeit. Values are null, empty or 0 only where they must be.
protocol::MatchLog sample_log();

/// A match decided by the rules. Every value that may be null or empty is null or empty.
protocol::MatchLog sparse_log();
