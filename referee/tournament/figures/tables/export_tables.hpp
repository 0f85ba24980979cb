// The tables of a tournament for other programs. docs/tables.md describes their columns.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/tournament/figures/statistics/ratings.hpp"
#include "referee/tournament/figures/tables/account.hpp"
#include "referee/tournament/figures/tables/result_table.hpp"
#include "referee/tournament/figures/tables/sheet.hpp"
#include "referee/tournament/paper/store/store.hpp"

namespace referee::tournament {

/// The columns of exported standings: `keys` if there are any, otherwise all columns or the usual ones. An unknown key
/// makes exported_table() throw games::UserError.
struct StandingsColumns {
    std::vector<std::string> keys;  ///< "all" alone means all columns
    bool all = false;
};

/// The table with this name: standings, students, crosstable, superiority, parameters, covariance, nash or endings.
/// `anchor` replaces the tournament's own anchor. Throws games::UserError for nash if there are no Nash averages.
/// Requires: `name` is one of these names.
ResultTable exported_table(std::string_view name, const Account& account, const std::optional<Anchor>& anchor,
                           const StandingsColumns& columns);

/// Writes one row for each planned game, played or not. Holds only one match in memory at a time.
void export_games(const Store& store, SheetFormat format, const Sink& sink);

}  // namespace referee::tournament
