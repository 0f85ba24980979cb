// Tables from results and the model fitted to them: points and superiority of each two, parameters, covariances, Nash
// averages.
#include <cmath>

#include "referee/tournament/statistics/first_moves.hpp"
#include "referee/tournament/statistics/nash.hpp"
#include "referee/tournament/statistics/posterior.hpp"
#include "referee/tournament/statistics/superiority.hpp"
#include "referee/tournament/tables/tables.hpp"

namespace referee::tournament {

namespace {

/// Rows and columns in the order of the standings; `value` gets two different entrants.
template <class Value>
ResultTable square_of(std::string square, const Account& account, const Standings& standings, const Value& value) {
    ResultTable table{{{"name", "", ColumnKind::name}}, {}, {}, std::move(square)};
    for (const StandingsLine& row : standings.lines) {
        const std::string name = name_of_entrant(account.head(), row.entrant);
        table.columns.push_back({name, std::to_string(table.columns.size())});
        TableRow& values = table.rows.emplace_back(TableRow{name});
        for (const StandingsLine& column : standings.lines)
            values.push_back(row.entrant == column.entrant ? Itself() : value(row.entrant, column.entrant));
    }
    return table;
}

}  // namespace

ResultTable crosstable(const Account& account, const Standings& standings) {
    const Results& results = account.results();
    return square_of("points", account, standings, [&](std::size_t a, std::size_t b) {
        const Tally tally = results.between(a, b);
        return tally.games() == 0 ? TableValue() : PointsOfGames{tally.half_points(), tally.games()};
    });
}

ResultTable superiority_table(const Account& account, const Standings& standings) {
    const Results rated = account.results_for_ratings();
    const Superiority likelihood = superiority(rated, rating_settings_of(account, false));
    return square_of("likelihood", account, standings, [&](std::size_t a, std::size_t b) {
        return account.met_unrated(rated, a, b) ? TableValue() : Probability{likelihood(a, b)};
    });
}

namespace {

TableValue number_or_nothing(const std::optional<double>& number) {
    return number ? TableValue(Number{*number}) : TableValue();
}

/// `entrant`: empty for a parameter of all entrants together.
TableRow parameter_row(std::string name, std::string entrant, const std::optional<double>& value,
                       const Interval& interval) {
    return {std::move(name), std::move(entrant), number_or_nothing(value), number_or_nothing(interval.lower),
            number_or_nothing(interval.upper)};
}

}  // namespace

ResultTable parameters_table(const Account& account, const Standings& standings) {
    const Ratings& ratings = standings.ratings;
    const EqualDraws& draws = ratings.equal_draws;
    const auto nu = [](const std::optional<double>& share) {
        return share ? std::optional(EqualDraws::nu(*share)) : std::nullopt;
    };
    ResultTable table{
        {{"parameter", "", ColumnKind::name}, {"name", "", ColumnKind::name}, {"value"}, {"lower"}, {"upper"}},
        {parameter_row("first_move_elo", "", ratings.first_move.elo, ratings.first_move.interval),
         parameter_row("nu", "", nu(draws.share), {nu(draws.interval.lower), nu(draws.interval.upper)}),
         parameter_row("draws_between_equals", "", draws.share, draws.interval),
         parameter_row("draws", "", ratings.draw_rate.share, ratings.draw_rate.interval)}};
    const std::vector<FirstMove> moves = first_moves(account.results_for_ratings());
    for (const StandingsLine& line : standings.lines) {
        table.rows.push_back(parameter_row("first_move_elo", name_of_entrant(account.head(), line.entrant),
                                           moves[line.entrant].elo, moves[line.entrant].interval));
    }
    return table;
}

ResultTable covariance_table(const Account& account, const Standings& standings, const std::optional<Anchor>& anchor) {
    const Eigen::MatrixXd covariance =
        rating_covariance(account.results_for_ratings(), rating_settings_of(account, false, anchor));
    ResultTable table{{{"name", "", ColumnKind::name}}, {}, {}, "covariance"};
    for (const StandingsLine& row : standings.lines) {
        const std::string name = name_of_entrant(account.head(), row.entrant);
        table.columns.push_back({name});
        TableRow& values = table.rows.emplace_back(TableRow{name});
        for (const StandingsLine& column : standings.lines) {
            const double value =
                covariance(static_cast<Eigen::Index>(row.entrant), static_cast<Eigen::Index>(column.entrant));
            values.push_back(std::isfinite(value) ? TableValue(Number{value}) : TableValue());
        }
    }
    return table;
}

std::optional<ResultTable> nash_table(const Account& account, const Standings& standings) {
    const auto averages = nash_averages(account.results_for_ratings());
    if (!averages) return std::nullopt;
    ResultTable table{{{"name", "name", ColumnKind::name}, {"weight", "weight %"}, {"nash_elo", "Nash Elo"}}, {}};
    for (const StandingsLine& line : standings.lines) {
        const NashAverage& average = (*averages)[line.entrant];
        table.rows.push_back({name_of_entrant(account.head(), line.entrant), Share{average.weight}, Elo{average.elo}});
    }
    return table;
}

}  // namespace referee::tournament
