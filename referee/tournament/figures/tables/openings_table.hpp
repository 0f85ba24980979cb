// The results of each opening of a tournament.
#pragma once

#include "referee/tournament/figures/tables/result_table.hpp"
#include "referee/tournament/paper/store/store.hpp"

namespace referee::tournament {

/// One row for each opening that was played, in the order of their numbers, with the results of the first players.
/// Games that ended by a forfeit tell nothing about the opening, and are only counted. `p` is that of the sign test, in
/// which exact repeats count once. `favours` names the side of an opening that is one-sided: the p-values of all
/// openings are judged together, with false_alarms_of_openings. docs/tables.md explains the columns.
ResultTable openings_table(const Store& store);

}  // namespace referee::tournament
