#include "referee/tournament/figures/tables/goal_check.hpp"

#include "referee/tournament/figures/tables/standings.hpp"

namespace referee::tournament {

void check_goal(Account& account) {
    if (account.must_check_goal()) account.set_goal(goal_progress(account, standings_of(account, false)));
}

Account account_of(const Store& store) {
    Account account(store.head());
    account.plan(store.games());
    store.for_each_summary([&](const StoredMatch& match) { account.add(match); });
    check_goal(account);
    return account;
}

}  // namespace referee::tournament
