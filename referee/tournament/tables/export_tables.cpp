#include "referee/tournament/tables/export_tables.hpp"

#include <fmt/format.h>

#include <map>
#include <tuple>

#include "games/user_error.hpp"
#include "referee/tournament/statistics/nash.hpp"
#include "referee/tournament/tables/tables.hpp"

namespace referee::tournament {

void export_standings(const Account& account, const std::optional<Anchor>& anchor, SheetFormat format,
                      const Sink& sink) {
    const ResultTable table = standings_table(account, standings_of(account, true, anchor));
    write_sheet(table.only({"rank", "name", "points", "games", "distinct_games", "byes", "first", "second", "elo",
                            "elo_under_prior", "rating_method", "part", "buchholz_cut1", "buchholz", "sonneborn_berger",
                            "direct_encounter", "forfeits", "void_games", "longest_turn_us"}),
                format, sink);
}

void export_crosstable(const Account& account, SheetFormat format, const Sink& sink) {
    write_sheet(crosstable(account, standings_of(account, false)), format, sink);
}

void export_superiority(const Account& account, SheetFormat format, const Sink& sink) {
    write_sheet(superiority_table(account, standings_of(account, false)), format, sink);
}

void export_parameters(const Account& account, SheetFormat format, const Sink& sink) {
    write_sheet(parameters_table(account, standings_of(account, true)), format, sink);
}

void export_covariance(const Account& account, const std::optional<Anchor>& anchor, SheetFormat format,
                       const Sink& sink) {
    write_sheet(covariance_table(account, standings_of(account, false), anchor), format, sink);
}

void export_nash(const Account& account, SheetFormat format, const Sink& sink) {
    const auto table = nash_table(account, standings_of(account, false));
    if (table) return write_sheet(*table, format, sink);
    const auto apart = two_that_have_not_met(account.results_for_ratings());
    if (!apart) throw games::UserError("no Nash averages: no equilibrium was found for these results");
    throw games::UserError(fmt::format("no Nash averages: '{}' and '{}' have no game against each other that counts",
                                       name_of_entrant(account.head(), apart->first),
                                       name_of_entrant(account.head(), apart->second)));
}

void export_endings(const Account& account, SheetFormat format, const Sink& sink) {
    write_sheet(endings_table(account), format, sink);
}

void export_games(const Store& store, SheetFormat format, const Sink& sink) {
    SheetWriter sheet(format, game_columns(), sink);
    const auto games = store.games();
    std::map<std::tuple<int, int, std::uint64_t>, int> seen;  // by players and moves: the first such game
    std::size_t next = 0;
    const auto unplayed_up_to = [&](std::size_t end) {
        for (; next < end && next < games.size(); ++next)
            sheet.row(game_row(store.head(), games[next], nullptr, std::nullopt));
    };
    store.for_each_summary([&](const StoredMatch& match) {
        unplayed_up_to(static_cast<std::size_t>(match.result.number));
        if (next >= games.size()) return;
        std::optional<int> repeated;
        if (match.result.counts) {
            const auto [first, is_new] =
                seen.try_emplace({match.first, match.second, match.moves_hash}, match.result.number);
            if (!is_new) repeated = first->second;
        }
        sheet.row(game_row(store.head(), games[next++], &match, repeated));
    });
    unplayed_up_to(games.size());
    sheet.finish();
}

}  // namespace referee::tournament
