// The check of a tournament's goal, and the account of a file, in which it has been checked.
#pragma once

#include "referee/tournament/figures/tables/account.hpp"
#include "referee/tournament/paper/store/store.hpp"

namespace referee::tournament {

/// Checks the goal if the account must check it. To be called when games have been added; it takes long only at
/// checkpoints. The outcome depends on the results alone.
void check_goal(Account& account);

/// Builds the account of a whole tournament's file. Holds only one match in memory at a time.
Account account_of(const Store& store);

}  // namespace referee::tournament
