// The tables of a tournament for other programs; docs/tables.md says what their columns are.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/tournament/statistics/ratings.hpp"
#include "referee/tournament/store/store.hpp"
#include "referee/tournament/tables/account.hpp"
#include "referee/tournament/tables/result_table.hpp"
#include "referee/tournament/tables/sheet.hpp"

namespace referee::tournament {

/// The columns of exported standings: `keys` if there are any (throws games::UserError for an unknown one), else all
/// columns or those for people.
struct StandingsColumns {
    std::vector<std::string> keys;  ///< "all" alone means all columns
    bool all = false;
};

/// The table of this name: standings, crosstable, superiority, parameters, covariance, nash or endings. `anchor`
/// replaces the tournament's own. Throws games::UserError for nash if there is no equilibrium. Requires: one of these
/// names.
ResultTable exported_table(std::string_view name, const Account& account, const std::optional<Anchor>& anchor,
                           const StandingsColumns& columns);

/// One row for each planned game, played or not. Holds one match at a time.
void export_games(const Store& store, SheetFormat format, const Sink& sink);

}  // namespace referee::tournament
