// The two square tables: points, and the likelihood of superiority.
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

}  // namespace referee::tournament
