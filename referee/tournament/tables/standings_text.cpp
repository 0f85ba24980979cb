#include "referee/tournament/tables/standings_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "referee/tournament/tables/grid.hpp"
#include "referee/tournament/tables/numbers.hpp"
#include "referee/tournament/tables/sections.hpp"
#include "referee/tournament/tables/standings.hpp"

namespace referee::tournament {

namespace {

Tally sum_of(const Tally& a, const Tally& b) {
    return {a.wins + b.wins, a.draws + b.draws, a.losses + b.losses};
}

/// The word without a bound: a live table has no intervals.
std::string live_rating(const Rating& rating, bool is_broken) {
    return rating.elo ? elo_text(*rating.elo) : rating_text({rating.standing, {}, {}, 0}, true, is_broken);
}

/// What is left of a live table; each has less than the one before.
enum class LiveColumns : std::uint8_t { all, no_tally, no_rating, few };

Grid live_grid(const Account& account, const Standings& standings, std::size_t shown, LiveColumns columns) {
    std::vector<GridColumn> titles = {{"#"}, {"name", GridColumn::Kind::name}, {"points/games"}};
    if (columns < LiveColumns::no_tally) titles.push_back({"W-D-L"});
    if (columns < LiveColumns::no_rating) titles.push_back({"Elo"});
    if (columns < LiveColumns::few) titles.push_back({"forfeits"});
    Grid grid(std::move(titles));
    for (std::size_t i = 0; i < shown; ++i) {
        const StandingsLine& line = standings.lines[i];
        const EntrantAccount& entrant = account.entrants()[line.entrant];
        std::vector<std::string> cells = {std::to_string(line.rank),
                                          clean_name(account.head().entrants[line.entrant].name),
                                          fmt::format("{}/{}", points_text(line.half_points), entrant.games())};
        if (columns < LiveColumns::no_tally)
            cells.push_back(tally_text(sum_of(entrant.as_first, entrant.as_second), '-'));
        if (columns < LiveColumns::no_rating)
            cells.push_back(live_rating(standings.ratings.entrants[line.entrant], account.is_broken(line.entrant)));
        if (columns < LiveColumns::few) cells.push_back(std::to_string(entrant.forfeited()));
        grid.add(std::move(cells));
    }
    return grid;
}

}  // namespace

std::string standings_text(const Account& account, bool colour) {
    return standings_text(account, standings_of(account, true), colour);
}

std::string standings_text(const Account& account, const Standings& standings, bool colour) {
    std::string out = head_text(account, colour);
    for (const std::string& section :
         {standings_section(account, standings, colour), bracket_section(account, colour),
          crosstable_section(account, standings, colour), superiority_section(account, standings, colour),
          games_section(account, standings, colour), sprt_section(account, colour)}) {
        if (!section.empty()) out += "\n" + section;
    }
    return out;
}

std::string live_table(const Account& account, std::size_t rows, std::size_t width, bool colour) {
    const Standings standings = standings_of(account, false);
    const std::size_t all = standings.lines.size();
    const std::size_t shown = all <= rows ? all : rows - 1;
    std::string out;
    for (const LiveColumns columns :
         {LiveColumns::all, LiveColumns::no_tally, LiveColumns::no_rating, LiveColumns::few}) {
        const Grid grid = live_grid(account, standings, shown, columns);
        out = grid.text(colour, width);
        if (grid.fits(Grid::min_name, width)) break;
    }
    if (shown < all) out += fmt::format("... and {} more\n", all - shown);
    return out;
}

}  // namespace referee::tournament
