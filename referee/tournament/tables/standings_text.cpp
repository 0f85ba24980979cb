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

}  // namespace

std::string standings_text(const Account& account, bool colour) {
    const Standings standings = standings_of(account, true);
    std::string out = head_text(account, colour);
    for (const std::string& section :
         {standings_section(account, standings, colour), bracket_section(account, colour),
          crosstable_section(account, standings, colour), superiority_section(account, standings, colour),
          games_section(account, standings, colour), sprt_section(account, colour)}) {
        if (!section.empty()) out += "\n" + section;
    }
    return out;
}

std::string live_table(const Account& account, std::size_t rows, bool colour) {
    using Kind = GridColumn::Kind;
    const Standings standings = standings_of(account, false);
    Grid grid({{"#"}, {"name", Kind::name}, {"points/games"}, {"W-D-L"}, {"Elo"}, {"forfeits"}});
    const std::size_t all = standings.lines.size();
    const std::size_t shown = all <= rows ? all : rows - 1;
    for (std::size_t i = 0; i < shown; ++i) {
        const StandingsLine& line = standings.lines[i];
        const EntrantAccount& entrant = account.entrants()[line.entrant];
        grid.add({std::to_string(line.rank), clean_name(account.head().entrants[line.entrant].name),
                  fmt::format("{}/{}", points_text(line.half_points), entrant.games()),
                  tally_text(sum_of(entrant.as_first, entrant.as_second), '-'),
                  live_rating(standings.ratings.entrants[line.entrant], account.is_broken(line.entrant)),
                  std::to_string(entrant.forfeited())});
    }
    std::string out = grid.text(colour);
    if (shown < all) out += fmt::format("... and {} more\n", all - shown);
    return out;
}

}  // namespace referee::tournament
