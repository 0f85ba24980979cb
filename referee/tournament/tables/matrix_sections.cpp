// The two square tables of the final text: points, and how likely who is stronger than whom.
#include <fmt/format.h>

#include "referee/tournament/statistics/superiority.hpp"
#include "referee/tournament/tables/grid.hpp"
#include "referee/tournament/tables/numbers.hpp"
#include "referee/tournament/tables/sections.hpp"

namespace referee::tournament {

namespace {

/// Rows and columns in the order of the standings; columns are numbered. `cell` gets two entrants.
template <class Cell>
Grid square(const Account& account, const Standings& standings, const Cell& cell) {
    std::vector<GridColumn> columns = {{""}, {"", GridColumn::Kind::name}};
    for (std::size_t i = 0; i < standings.lines.size(); ++i)
        columns.push_back({std::to_string(i + 1)});
    Grid grid(std::move(columns));
    for (std::size_t i = 0; i < standings.lines.size(); ++i) {
        const std::size_t entrant = standings.lines[i].entrant;
        std::vector<std::string> cells = {std::to_string(i + 1), clean_name(account.head().entrants[entrant].name)};
        for (std::size_t j = 0; j < standings.lines.size(); ++j)
            cells.push_back(i == j ? "." : cell(entrant, standings.lines[j].entrant));
        grid.add(std::move(cells));
    }
    return grid;
}

std::string no_room(const std::string& what, const Account& account, const std::string& word) {
    return fmt::format("{} of {} entrants: too wide for here, see\n  referee export FILE {}\n", what,
                       account.entrants().size(), word);
}

/// So many columns never fit: each takes a blank and a digit at least.
bool too_many(const Account& account) {
    return account.entrants().size() > text_width / 2;
}

std::string points_against(const Results& results, std::size_t a, std::size_t b, bool with_games) {
    const Tally tally = results.between(a, b);
    if (tally.games() == 0) return "-";
    return points_text(2 * tally.wins + tally.draws) + (with_games ? fmt::format("/{}", tally.games()) : "");
}

}  // namespace

std::string crosstable_section(const Account& account, const Standings& standings, bool colour) {
    if (account.entrants().size() < 3) return "";
    if (!too_many(account)) {
        for (const bool with_games : {true, false}) {
            const Grid grid = square(account, standings, [&](std::size_t a, std::size_t b) {
                return points_against(account.results(), a, b, with_games);
            });
            if (!grid.fits(with_games ? 12 : Grid::min_name)) continue;
            return heading(with_games ? "crosstable: points/games against" : "crosstable: points against", colour) +
                   grid.text(false);
        }
    }
    return no_room("crosstable", account, "crosstable");
}

std::string superiority_section(const Account& account, const Standings& standings, bool colour) {
    if (account.entrants().size() < 2) return "";
    // At two digits and a blank each: the matrix costs time, so it is worked out only where it may be shown.
    if (account.entrants().size() * 3 <= text_width) {
        const Results rated = account.results_for_ratings();
        const Superiority likelihood = superiority(rated);
        for (const int decimals : {1, 0}) {
            const Grid grid = square(account, standings, [&](std::size_t a, std::size_t b) {
                return account.met_unrated(rated, a, b) ? "-" : percent_text(likelihood(a, b), decimals);
            });
            if (!grid.fits(decimals == 1 ? 12 : Grid::min_name)) continue;
            return heading("likelihood of superiority: % that the row is stronger than the column", colour) +
                   grid.text(false);
        }
    }
    return no_room("likelihood of superiority", account, "superiority");
}

}  // namespace referee::tournament
