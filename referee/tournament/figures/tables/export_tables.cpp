#include "referee/tournament/figures/tables/export_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <map>
#include <tuple>

#include "games/suggestion.hpp"
#include "games/user_error.hpp"
#include "referee/core/match/moves_hash.hpp"
#include "referee/core/match/recorded_board.hpp"
#include "referee/tournament/figures/statistics/first_moves.hpp"
#include "referee/tournament/figures/statistics/nash.hpp"
#include "referee/tournament/figures/statistics/posterior.hpp"
#include "referee/tournament/figures/statistics/rating_covariance.hpp"
#include "referee/tournament/figures/tables/entrant_name.hpp"
#include "referee/tournament/figures/tables/tables.hpp"
#include "referee/tournament/paper/schedule/schedule.hpp"

namespace referee::tournament {

namespace {

using games::UserError;

/// The columns of the standings, except those that combine other columns.
std::vector<std::string_view> all_columns(const ResultTable& standings) {
    std::vector<std::string_view> keys;
    for (const TableColumn& column : standings.columns) {
        if (column.key != "points_of_games" && column.key != "tally") keys.push_back(column.key);
    }
    return keys;
}

/// The usual columns, and the tie-breaks if any entrants are tied.
std::vector<std::string_view> columns_for_people(const Account& account, const Standings& standings) {
    std::vector<std::string_view> columns = {"rank", "name", "points", "games"};
    if (account.has_score()) columns.emplace_back("margin");
    if (has_ties(standings)) {
        const auto ties = tie_break_columns(order_of(account.settings().format));
        columns.insert(columns.end(), ties.begin(), ties.end());
    }
    columns.insert(columns.end(), {"elo", "forfeits"});
    return columns;
}

std::vector<std::string_view> chosen_columns(const std::vector<std::string>& keys,
                                             const std::vector<std::string_view>& all) {
    for (const std::string& key : keys) {
        if (std::ranges::find(all, key) == all.end())
            throw UserError(fmt::format("--columns: there is no column '{}'{}", key, games::did_you_mean(key, all)));
    }
    return {keys.begin(), keys.end()};
}

/// Whether one of these columns is shown. The usual ones have the Elo, but not the uncertainty of the order.
bool shows(const StandingsColumns& columns, std::initializer_list<std::string_view> keys) {
    const bool is_all = columns.keys.empty() ? columns.all : columns.keys == std::vector<std::string>{"all"};
    return is_all || std::ranges::any_of(keys, [&](std::string_view key) {
               return columns.keys.empty() ? key == "elo" : std::ranges::find(columns.keys, key) != columns.keys.end();
           });
}

/// Computes only what is shown: intervals and the uncertainty of the order take most of the time.
ResultTable standings_sheet(const Account& account, const std::optional<Anchor>& anchor,
                            const StandingsColumns& columns) {
    Standings standings = standings_of(account, shows(columns, {"elo"}), anchor);
    if (shows(columns, {"best", "rank_lower", "rank_upper"})) add_ranks(standings);
    const ResultTable table = standings_table(account, standings);
    const auto all = all_columns(table);
    if (columns.keys.empty()) return table.only(columns.all ? all : columns_for_people(account, standings));
    if (columns.keys == std::vector<std::string>{"all"}) return table.only(all);
    return table.only(chosen_columns(columns.keys, all));
}

/// The parameters of the fit, and the first-move advantage of each entrant. Each has a row with its interval.
ResultTable parameters_table(const Account& account, const Standings& standings) {
    ResultTable table{
        {{"parameter", "", ColumnKind::name}, {"name", "", ColumnKind::name}, {"value"}, {"lower"}, {"upper"}}, {}};
    const auto add = [&](std::string parameter, std::string entrant, const std::optional<double>& value,
                         const Interval& interval) {
        table.rows.push_back({std::move(parameter), std::move(entrant), value_or_none<Number>(value),
                              value_or_none<Number>(interval.lower), value_or_none<Number>(interval.upper)});
    };
    const Ratings& ratings = standings.ratings;
    const EqualDraws& draws = ratings.equal_draws;
    const auto nu = [](const std::optional<double>& share) {
        return share ? std::optional(EqualDraws::nu(*share)) : std::nullopt;
    };
    add("first_move_elo", "", ratings.first_move.elo, ratings.first_move.interval);
    add("nu", "", nu(draws.share), {nu(draws.interval.lower), nu(draws.interval.upper)});
    add("draws_between_equals", "", draws.share, draws.interval);
    add("draws", "", ratings.draw_rate.share, ratings.draw_rate.interval);
    const std::vector<FirstMove> moves = first_moves(account.results_for_ratings(), rating_settings_of(account, true));
    for (const StandingsLine& line : standings.lines)
        add("first_move_elo", name_of_entrant(account.head(), line.entrant), moves[line.entrant].elo,
            moves[line.entrant].interval);
    return table;
}

/// The covariances of the ratings, in Elo squared. Entrants without a rating have none.
ResultTable covariance_table(const Account& account, const Standings& standings) {
    const Eigen::MatrixXd covariance = rating_covariance(standings.ratings);
    return square_table("covariance", account, standings, [&](std::size_t a, std::size_t b) {
        const double value = covariance(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(b));
        return std::isfinite(value) ? TableValue(Number{value}) : TableValue();
    });
}

ResultTable nash_sheet(const Account& account, const Standings& standings) {
    auto table = nash_table(account, standings);
    if (table) return *std::move(table);
    const auto apart = two_that_have_not_met(account.results_for_ratings());
    if (!apart) throw UserError("no Nash averages: no equilibrium was found for these results");
    throw UserError(fmt::format("no Nash averages: '{}' and '{}' have no game against each other that counts",
                                name_of_entrant(account.head(), apart->first),
                                name_of_entrant(account.head(), apart->second)));
}

TableValue text_value(std::string_view text) {
    return text.empty() ? TableValue() : TableValue(std::string(text));
}
TableValue ending_value(protocol::Ending ending) {
    return std::string(protocol::name_of(ending));
}
TableValue shown_value(const std::optional<int>& number) {
    return number ? TableValue(std::int64_t{shown_number(*number)}) : TableValue();
}

/// One row for each way in which games ended. Forfeits are listed by entrant.
ResultTable endings_table(const Account& account) {
    ResultTable table{{{"ending"}, {"rule"}, {"name"}, {"games"}}, {}};
    for (const auto& [rule, games] : account.rules())
        table.rows.push_back({ending_value(protocol::Ending::by_rules), text_value(rule), {}, number_value(games)});
    for (std::size_t i = 0; i < account.entrants().size(); ++i) {
        for (const auto& [ending, games] : account.entrants()[i].forfeits)
            table.rows.push_back({ending_value(ending), {}, name_of_entrant(account.head(), i), number_value(games)});
    }
    if (account.void_games() > 0)
        table.rows.push_back({ending_value(protocol::Ending::aborted), {}, {}, number_value(account.void_games())});
    return table;
}

/// The columns of the games. Those of a game with points follow at the end.
std::vector<TableColumn> game_columns(bool has_score) {
    std::vector<TableColumn> columns = {{"number"},
                                        {"round"},
                                        {"pair"},
                                        {"opening"},
                                        {"seed"},
                                        {"first"},
                                        {"second"},
                                        {"first_points"},
                                        {"second_points"},
                                        {"winner"},
                                        {"ending"},
                                        {"detail"},
                                        {"plies"},
                                        {"started_at"},
                                        {"moves_hash"},
                                        {"repeat_of"},
                                        {"first_longest_us"},
                                        {"second_longest_us"},
                                        {"busy"}};
    if (has_score) columns.insert(columns.end(), {{"first_score"}, {"second_score"}});
    return columns;
}

/// The row of a game. If `match` is null, the game has not been played, and the row lacks the last values. `counts`:
/// whether the match counts for its bots. `repeated` is the number of the earlier game that this game repeats.
TableRow game_row(const TournamentHead& head, const PlannedGame& game, const StoredMatch* match, bool counts,
                  const std::optional<int>& repeated) {
    const auto name = [&](int entrant) { return name_of_entrant(head, static_cast<std::size_t>(entrant)); };
    TableRow row = {shown_value(game.number),  shown_value(game.round), shown_value(game.pair),
                    shown_value(game.opening), number_value(game.seed), name(game.first),
                    name(game.second)};
    if (match != nullptr) {
        const auto points = [&](int half) {
            return counts ? TableValue(Points{static_cast<std::uint64_t>(half)}) : TableValue();
        };
        const auto& winner = match->result.winner;
        row.insert(row.end(),
                   {points(half_points_of_first(match->result)), points(half_points_of_second(match->result)),
                    winner ? TableValue(name(*winner == 0 ? match->first : match->second)) : TableValue(),
                    ending_value(match->ending), text_value(match->detail), std::int64_t{match->plies},
                    text_value(match->started_at), hash_text(match->moves_hash), shown_value(repeated),
                    time_value(match->first_longest), time_value(match->second_longest), std::int64_t{match->busy}});
        if (match->score) row.insert(row.end(), {TableValue((*match->score)[0]), TableValue((*match->score)[1])});
    }
    return row;
}

}  // namespace

ResultTable exported_table(std::string_view name, const Account& account, const std::optional<Anchor>& anchor,
                           const StandingsColumns& columns) {
    if (name == "endings") return endings_table(account);
    if (name == "standings") return standings_sheet(account, anchor, columns);
    const Standings standings = standings_of(account, name == "students" || name == "parameters", anchor);
    if (name == "students") return students_table(account, standings);
    if (name == "crosstable") return crosstable(account, standings);
    if (name == "superiority") return superiority_table(account, standings);
    if (name == "parameters") return parameters_table(account, standings);
    if (name == "covariance") return covariance_table(account, standings);
    return nash_sheet(account, standings);
}

void export_games(const Store& store, SheetFormat format, const Sink& sink) {
    const auto rules = settings_of_json(store.head().settings).rules;
    const auto columns = game_columns(!rules.empty() && hello_in(rules).has_score());
    SheetWriter sheet(format, columns, sink);
    const auto add = [&](TableRow row) {
        row.resize(columns.size());
        sheet.row(row);
    };
    const auto games = store.games();
    const Field field = store.head().field();
    std::map<std::tuple<int, int, std::uint64_t>, int> seen;  // the first game with these players and moves
    std::size_t next = 0;
    const auto unplayed_up_to = [&](std::size_t end) {
        for (; next < end && next < games.size(); ++next)
            add(game_row(store.head(), games[next], nullptr, false, std::nullopt));
    };
    store.for_each_summary([&](const StoredMatch& match) {
        unplayed_up_to(static_cast<std::size_t>(match.result.number));
        if (next >= games.size()) return;
        std::optional<int> repeated;
        const bool counts = match.result.counts && !field.is_annulled(match.first) && !field.is_annulled(match.second);
        if (counts) {
            const auto [first, is_new] =
                seen.try_emplace({match.first, match.second, match.moves_hash}, match.result.number);
            if (!is_new) repeated = first->second;
        }
        add(game_row(store.head(), games[next++], &match, counts, repeated));
    });
    unplayed_up_to(games.size());
    sheet.finish();
}

}  // namespace referee::tournament
