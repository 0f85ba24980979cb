#include "referee/tournament/tables/export_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "games/suggestion.hpp"
#include "games/user_error.hpp"
#include "referee/tournament/statistics/nash.hpp"
#include "referee/tournament/tables/tables.hpp"

namespace referee::tournament {

namespace {

const std::vector<std::string_view> all_columns = {"rank",
                                                   "name",
                                                   "points",
                                                   "games",
                                                   "distinct_games",
                                                   "byes",
                                                   "first",
                                                   "second",
                                                   "elo",
                                                   "elo_under_prior",
                                                   "rating_method",
                                                   "part",
                                                   "buchholz_cut1",
                                                   "buchholz",
                                                   "sonneborn_berger",
                                                   "direct_encounter",
                                                   "forfeits",
                                                   "void_games",
                                                   "longest_turn_us",
                                                   "limits"};

/// The columns of a table on a wall: the usual ones, and the tie-breaks that decided something.
std::vector<std::string_view> columns_for_people(const Account& account, const Standings& standings) {
    std::vector<std::string_view> columns = {"rank", "name", "points", "games"};
    const auto& lines = standings.lines;
    const auto tied = [](const StandingsLine& a, const StandingsLine& b) { return a.half_points == b.half_points; };
    if (std::adjacent_find(lines.begin(), lines.end(), tied) != lines.end()) {
        const auto ties = tie_break_columns(account.planned().settings().format);
        columns.insert(columns.end(), ties.begin(), ties.end());
    }
    columns.insert(columns.end(), {"elo", "forfeits"});
    return columns;
}

std::vector<std::string_view> chosen_columns(const std::vector<std::string>& wanted) {
    std::vector<std::string_view> columns;
    for (const std::string& key : wanted) {
        const auto known = std::find(all_columns.begin(), all_columns.end(), key);
        if (known == all_columns.end())
            throw games::UserError(
                fmt::format("--columns: there is no column '{}'{}", key, games::did_you_mean(key, all_columns)));
        columns.push_back(*known);
    }
    return columns;
}

}  // namespace

void export_standings(const Account& account, const std::optional<Anchor>& anchor,
                      const std::vector<std::string>& columns, SheetFormat format, const Sink& sink) {
    const Standings standings = standings_of(account, true, anchor);
    const bool all = columns.empty() ? format == SheetFormat::json : columns == std::vector<std::string>{"all"};
    const auto keys = all               ? all_columns
                      : columns.empty() ? columns_for_people(account, standings)
                                        : chosen_columns(columns);
    write_sheet(standings_table(account, standings).only(keys), format, sink);
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
