// The entrants in a tournament's file, and the files that they consist of.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "referee/tournament/store/sqlite.hpp"
#include "referee/tournament/store/store.hpp"

namespace referee::tournament {

/// Adds `entrants` from number `from` on, within a transaction.
void add_entrants(const Database& database, std::size_t from, std::span<const StoredEntrant> entrants);

/// By their numbers. Throws games::UserError if one has been damaged, or there is none.
std::vector<StoredEntrant> entrants_in(const Database& database);

}  // namespace referee::tournament
