// Match logs that use everything the format has, for tests to write, read and damage.
#pragma once

#include "protocol/match_log.hpp"

/// A match of two plies that ended in a forfeit; nothing in it is null, empty or 0 that need not be.
protocol::MatchLog sample_log();

/// A match decided by the rules, with everything null or empty that may be.
protocol::MatchLog sparse_log();
