// The tables of a tournament as sheets; docs/tables.md says what their columns are.
#pragma once

#include <optional>

#include "referee/tournament/statistics/ratings.hpp"
#include "referee/tournament/store/store.hpp"
#include "referee/tournament/tables/account.hpp"
#include "referee/tournament/tables/sheet.hpp"

namespace referee::tournament {

/// One row an entrant, in the order of the table. `columns`: their keys, "all" for all; empty: all in JSON, otherwise
/// those that people read. Throws games::UserError if there is no such column.
void export_standings(const Account& account, const std::optional<Anchor>& anchor,
                      const std::vector<std::string>& columns, SheetFormat format, const Sink& sink);
/// The points of each against each, as a square.
void export_crosstable(const Account& account, SheetFormat format, const Sink& sink);
/// The likelihood that the entrant of the row is stronger than that of the column, as a square.
void export_superiority(const Account& account, SheetFormat format, const Sink& sink);
/// The parameters of the fit beside the ratings.
void export_parameters(const Account& account, SheetFormat format, const Sink& sink);
/// The covariances of the ratings, as a square.
void export_covariance(const Account& account, const std::optional<Anchor>& anchor, SheetFormat format,
                       const Sink& sink);
/// The weights of the Nash equilibrium. Throws games::UserError if there is none to be found.
void export_nash(const Account& account, SheetFormat format, const Sink& sink);
/// One row for each way in which games ended; forfeits by entrant.
void export_endings(const Account& account, SheetFormat format, const Sink& sink);
/// One row a planned game, played or not. Holds one match at a time.
void export_games(const Store& store, SheetFormat format, const Sink& sink);

}  // namespace referee::tournament
