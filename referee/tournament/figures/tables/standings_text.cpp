#include "referee/tournament/figures/tables/standings_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "referee/core/base/text_width.hpp"

namespace referee::tournament {

namespace {

/// Columns are omitted before names are cut below this width.
constexpr std::size_t wide_name = 14;
constexpr std::size_t wide_name_in_square = 12;

GridColumn grid_column(const TableColumn& column) {
    const bool name = column.kind == ColumnKind::name, rating = column.kind == ColumnKind::rating;
    return {column.title, name ? GridColumn::Kind::name : rating ? GridColumn::Kind::left : GridColumn::Kind::right};
}

/// The table with as many tie-breaks as leave enough room for names.
std::string standings_grid(const Tables& tables, bool colour) {
    const auto with_tie_breaks = [&](std::size_t count) {
        std::vector<std::string_view> keys = {"rank", "name", "points", "games", "first", "second", "elo", "forfeits"};
        keys.insert(keys.begin() + 4, tables.tie_breaks.begin(),
                    tables.tie_breaks.begin() + static_cast<std::ptrdiff_t>(count));
        if (tables.standings.has("margin")) keys.insert(keys.begin() + 4, "margin");
        return tables.standings.only(keys);
    };
    for (std::size_t count = tables.tie_breaks.size(); count > 0; --count) {
        const Grid grid = grid_of(with_tie_breaks(count));
        if (grid.fits(wide_name)) return grid.text(colour);
    }
    return grid_of(with_tie_breaks(0)).text(colour);
}

/// One pairing in one line, with the winner first. Names are cut if the line would be too wide.
std::string pairing_text(const Tables& tables, Knockout::Pairing pairing) {
    if (pairing.winner == pairing.b) {
        std::swap(pairing.a, pairing.b);
        std::swap(pairing.half_points_a, pairing.half_points_b);
    }
    const auto points = [](int half) { return points_text(static_cast<std::uint64_t>(half)); };
    std::string end = fmt::format("  {} : {}{}{}", points(pairing.half_points_a), points(pairing.half_points_b),
                                  pairing.state().empty() ? "" : ", ", pairing.state());
    const bool has_beaten = pairing.winner == pairing.a;
    if (pairing.winner && !has_beaten) {  // a replacement
        constexpr std::size_t max_winner = 16;
        end +=
            fmt::format(", {} advances", cut_name(tables.names[static_cast<std::size_t>(*pairing.winner)], max_winner));
    }
    const std::string between = has_beaten ? " beats " : " - ";
    const std::size_t max_name = (text_width - 2 - between.size() - end.size()) / 2;
    std::string first = tables.names[static_cast<std::size_t>(pairing.a)];
    std::string second = tables.names[static_cast<std::size_t>(pairing.b)];
    const std::size_t wide[] = {columns_of(first), columns_of(second)};
    if (wide[0] + wide[1] > 2 * max_name) {
        // A long name gets the room that a short name does not need.
        const std::size_t spared = max_name - std::min({max_name, wide[0], wide[1]});
        first = cut_name(first, wide[0] > max_name ? max_name + spared : max_name);
        second = cut_name(second, wide[1] > max_name ? max_name + spared : max_name);
    }
    return fmt::format("  {}{}{}{}\n", first, between, second, end);
}

std::string bracket_section(const Tables& tables, bool colour) {
    std::string out;
    for (const Knockout::Round& round : tables.bracket->rounds) {
        out += heading(round.name, colour);
        for (const Knockout::Pairing& pairing : round.pairings)
            out += pairing_text(tables, pairing);
        std::vector<std::string> byes;
        for (const int entrant : round.byes)
            byes.push_back(tables.names[static_cast<std::size_t>(entrant)]);
        if (!byes.empty()) out += list_text("  a bye:", byes);
    }
    return out;
}

/// One way to show a square: its heading and its values.
struct SquareStyle {
    std::string heading;
    ValueStyle style;
};

/// A square table in the wide style, or in the narrow style if the wide one does not fit. `name` is the name of the
/// table. `key` is the name of its export.
std::string square_section(const std::optional<ResultTable>& square, std::size_t entrants, bool colour,
                           const SquareStyle& wide, const SquareStyle& narrow, const std::string& name,
                           const std::string& key) {
    for (const auto& [style, name_width] :
         {std::pair(&wide, wide_name_in_square), std::pair(&narrow, Grid::min_name)}) {
        if (!square) break;
        const Grid grid = grid_of(*square, style->style);
        if (grid.fits(name_width)) return heading(style->heading, colour) + grid.text(false);
    }
    return fmt::format("{} of {} entrants: too wide for this output; use\n  referee export FILE {}\n", name, entrants,
                       key);
}

std::string crosstable_section(const Tables& tables, bool colour) {
    return square_section(tables.crosstable, tables.names.size(), colour, {"crosstable: points/games against", {}},
                          {"crosstable: points against", {.with_games = false}}, "crosstable", "crosstable");
}

std::string superiority_section(const Tables& tables, bool colour) {
    const std::string title = "likelihood of superiority: % that the row is stronger than the column";
    return square_section(tables.superiority, tables.names.size(), colour, {title, {.decimals = 1}},
                          {title, {.decimals = 0}}, "likelihood of superiority", "superiority");
}

/// The first move, draws, endings and forfeits.
std::string games_section(const Tables& tables, bool colour) {
    std::string out = lines_text(tables.chances);
    if (tables.nash) {
        out += heading("Nash averaging: the mixture that nobody beats, and Elo against it", colour);
        out += grid_of(*tables.nash, {}).text(false) + "\n";
    }
    out += endings_text(tables.endings);
    if (tables.forfeits.empty()) return out + "forfeits: none\n";
    out += heading("forfeits", colour);
    for (const TableNote& note : tables.forfeits)
        out += list_text("  " + note.words, note.items);
    return out;
}

}  // namespace

std::string standings_text(const Account& account, bool colour, const std::optional<Anchor>& anchor) {
    constexpr std::size_t max_in_superiority = text_width / 3;  // two digits and a blank for each entrant
    return standings_text(
        tables_of(account, standings_of(account, true, anchor), max_in_superiority, Readers::organiser), colour);
}

std::string standings_text(const Tables& tables, bool colour) {
    std::string out = heading(tables.head.front(), colour);
    out += lines_text({tables.head.begin() + 1, tables.head.end()});
    out += "\n" + standings_grid(tables, colour) + notes_text(tables.standings.notes);
    if (!tables.difference.empty()) out += "\n" + lines_text(tables.difference);
    if (tables.bracket) out += "\n" + bracket_section(tables, colour);
    if (tables.names.size() > 2) out += "\n" + crosstable_section(tables, colour);
    if (tables.names.size() > 1) out += "\n" + superiority_section(tables, colour);
    out += "\n" + games_section(tables, colour);
    if (!tables.changes.empty()) out += "\n" + heading("changes", colour) + lines_text(tables.changes);
    if (!tables.left_out.empty()) out += "\n" + heading("left out", colour) + lines_text(tables.left_out);
    if (!tables.sprt.empty()) out += "\n" + heading("sequential test", colour) + lines_text(tables.sprt, "  ");
    return out;
}

Grid grid_of(const ResultTable& table, const ValueStyle& style) {
    const bool numbered = !table.square.empty();
    std::vector<GridColumn> columns;
    if (numbered) columns.push_back({"#"});
    std::transform(table.columns.begin(), table.columns.end(), std::back_inserter(columns), grid_column);
    Grid grid(std::move(columns));
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        std::vector<std::string> cells;
        if (numbered) cells.push_back(std::to_string(i + 1));
        for (const TableValue& value : table.rows[i])
            cells.push_back(value_text(value, style));
        grid.add(std::move(cells));
    }
    return grid;
}

std::string notes_text(const std::vector<TableNote>& notes) {
    std::string out;
    for (const TableNote& note : notes)
        out += list_text(note.words, note.items);
    return out;
}

std::string live_table(const Account& account, const Ratings& ratings, std::size_t rows, std::size_t width,
                       bool colour) {
    ResultTable table = standings_table(account, standings_of(account, ratings));
    const std::size_t all = table.rows.size();
    const std::size_t shown = all <= rows ? all : rows - 1;
    table.rows.resize(shown);
    table.columns[table.place_of("elo")] = {"elo", "Elo"};  // a plain number, because there are no intervals
    std::string out;
    std::vector<std::string_view> keys = {"rank", "name", "points_of_games", "tally", "elo", "forfeits"};
    for (const std::string_view next_to_go : {"tally", "elo", "forfeits", ""}) {
        const Grid grid = grid_of(table.only(keys));
        out = grid.text(colour, width);
        if (grid.fits(Grid::min_name, width)) break;
        std::erase(keys, next_to_go);
    }
    if (shown < all) out += fmt::format("... and {} more\n", all - shown);
    return out;
}

std::string endings_text(const std::vector<EndingCount>& endings, std::size_t width) {
    std::vector<std::string> items;
    for (const EndingCount& ending : endings)
        items.push_back(fmt::format("{} {}", ending.ending, ending.games));
    return items.empty() ? "" : list_text("endings:", items, width);
}

}  // namespace referee::tournament
