// The table of standings: one row for each entrant, and notes below the table.
#include <fmt/format.h>

#include <algorithm>

#include "referee/tournament/figures/tables/entrant_name.hpp"
#include "referee/tournament/figures/tables/grid.hpp"
#include "referee/tournament/figures/tables/result_text.hpp"
#include "referee/tournament/figures/tables/tables.hpp"

namespace referee::tournament {

namespace {

Tally sum_of(const Tally& a, const Tally& b) {
    return {a.wins + b.wins, a.draws + b.draws, a.losses + b.losses};
}

/// Calls `cell` with each column and the entrant's value in this column.
void visit_row(const Account& account, const Standings& standings, const StandingsLine& line, auto&& cell) {
    using Kind = ColumnKind;
    const EntrantAccount& entrant = account.entrants()[line.entrant];
    const Rating& rating = standings.ratings.entrants[line.entrant];
    cell({"rank", "place"}, std::int64_t{line.rank});
    cell({"name", "name", Kind::name}, name_of_entrant(account.head(), line.entrant));
    cell({"points", "points"}, Points{line.half_points});
    cell({"games", "games"}, number_value(entrant.games()));
    const std::optional<double> margin = entrant.mean_margin();
    if (account.has_score()) cell({"margin", "margin"}, margin ? TableValue(Number{*margin, 1}) : TableValue());
    cell({"distinct_games"}, number_value(account.distinct_games(line.entrant)));
    cell({"points_of_games", "points/games"}, PointsOfGames{line.half_points, entrant.games()});
    cell({"byes"}, std::int64_t{line.byes});
    cell({"first", "1st W/D/L", Kind::tally}, entrant.as_first);
    cell({"second", "2nd W/D/L", Kind::tally}, entrant.as_second);
    cell({"tally", "W/D/L", Kind::tally}, sum_of(entrant.as_first, entrant.as_second));
    cell({"elo", "Elo [95 %]", Kind::rating}, RatingOfEntrant{rating, account.is_broken(line.entrant)});
    const std::optional<RankEstimate> rank = ranks_of(standings, line.entrant);
    cell({"best"}, rank ? value_or_none<Probability>(rank->best) : TableValue());
    cell({"rank_lower"}, rank ? TableValue(std::int64_t{rank->lower}) : TableValue());
    cell({"rank_upper"}, rank ? TableValue(std::int64_t{rank->upper}) : TableValue());
    cell({"part"}, number_value(rating.part));
    cell({"buchholz_cut1", "bh-c1"}, Points{line.tie_breaks.buchholz_cut1});
    cell({"buchholz", "bh"}, Points{line.tie_breaks.buchholz});
    cell({"sonneborn_berger", "s-b"}, SquaredPoints{line.tie_breaks.sonneborn_berger});
    cell({"direct_encounter", "d-e"}, value_or_none<Points>(line.direct_encounter));
    cell({"forfeits", "forfeits"}, number_value(entrant.forfeited()));
    cell({"void_games"}, number_value(entrant.void_games));
    cell({"longest_turn_us"}, time_value(entrant.longest_turn));
    cell({"limits"}, account.head().entrants[line.entrant].limits);
}

/// Adds a note with a list, unless the list is empty.
void add_list(std::vector<TableNote>& notes, TableNote note) {
    if (!note.items.empty()) notes.push_back(std::move(note));
}

void add_byes(std::vector<TableNote>& notes, const Account& account, const Standings& standings) {
    const auto worth = 2 * static_cast<std::uint64_t>(account.settings().format.games);
    TableNote note{fmt::format("a bye, worth {} points:", points_text(worth))};
    for (const StandingsLine& line : standings.lines) {
        if (line.byes == 0) continue;
        note.items.push_back(name_of_entrant(account.head(), line.entrant) +
                             (line.byes > 1 ? fmt::format(" ({} times)", line.byes) : ""));
    }
    add_list(notes, std::move(note));
}

/// Adds the groups of entrants that are connected by games, because ratings are comparable only within such a group.
void add_parts(std::vector<TableNote>& notes, const Account& account, const Ratings& ratings) {
    std::vector<TableNote> groups;
    for (const Part& part : ratings.parts) {
        if (part.members.size() < 2) continue;
        TableNote& group = groups.emplace_back(TableNote{" "});
        for (const std::size_t member : part.members)
            group.items.push_back(name_of_entrant(account.head(), member));
    }
    if (groups.size() < 2) return;
    notes.push_back({"no games between these groups, so ratings compare only within each:"});
    notes.insert(notes.end(), groups.begin(), groups.end());
}

/// Adds the entrant with a fixed rating, if it has games.
void add_anchor(std::vector<TableNote>& notes, const Account& account, const Ratings& ratings) {
    for (std::size_t i = 0; i < ratings.entrants.size(); ++i) {
        if (!ratings.entrants[i].fixed) continue;
        const std::string elo = elo_text(*ratings.entrants[i].elo, ratings.entrants[i].absolute);
        notes.push_back({fmt::format("anchor: {} is fixed at {}; intervals are those of the difference from it",
                                     name_of_entrant(account.head(), i), elo)});
    }
}

/// Games between two bots that both forfeit a lot count less.
void add_downweighted(std::vector<TableNote>& notes, const Account& account) {
    const Results rated = account.results_for_ratings();
    std::uint64_t games = 0;
    double weighted_games = 0;
    for (const auto& [pair, tally] : account.results().tallies()) {
        const double weight = rated.weight(pair.first, pair.second);
        if (weight == 1) continue;
        games += tally.games();
        weighted_games += weight * static_cast<double>(tally.games());
    }
    if (static_cast<double>(games) - weighted_games < 1) return;  // only a few forfeits among many games
    notes.push_back(
        {fmt::format("{} between bots that both forfeit a lot {} as {} in the ratings", counted(games, "game"),
                     games == 1 ? "counts" : "count", number_text(weighted_games, 1))});
}

/// Adds the entrants' own limits. The table always names handicaps.
void add_own_limits(std::vector<TableNote>& notes, const Account& account, const Standings& standings) {
    TableNote note{"limits of their own:"};
    for (const StandingsLine& line : standings.lines) {
        const std::string& limits = account.head().entrants[line.entrant].limits;
        if (!limits.empty())
            note.items.push_back(fmt::format("{} ({})", name_of_entrant(account.head(), line.entrant), limits));
    }
    add_list(notes, std::move(note));
}

/// Adds the entrants that have left or were replaced.
void add_left(std::vector<TableNote>& notes, const Account& account, const Standings& standings) {
    TableNote note{"no longer in:"};
    const Field& field = account.field();
    for (const StandingsLine& line : standings.lines) {
        const int entrant = static_cast<int>(line.entrant);
        if (field.is_in(entrant)) continue;
        const auto name = [&](int number) { return name_of_entrant(account.head(), static_cast<std::size_t>(number)); };
        note.items.push_back(
            name(entrant) +
            (field.replaced_by(entrant) ? fmt::format(" (now {})", name(*field.replaced_by(entrant))) : "") +
            (field.is_annulled(entrant) ? " (annulled)" : ""));
    }
    add_list(notes, std::move(note));
    if (account.annulled_games() > 0)
        notes.push_back({fmt::format("annulled: {}, for nobody", counted(account.annulled_games(), "game"))});
    std::uint64_t of_left = 0, of_annulled = 0;
    for (const auto& [round_and_entrant, walkovers] : account.walkovers())
        (field.is_annulled(static_cast<int>(walkovers.opponent)) ? of_annulled : of_left) += walkovers.games;
    if (of_left > 0)
        notes.push_back({fmt::format("won without playing, since the other has left: {}", counted(of_left, "game"))});
    if (of_annulled > 0)
        notes.push_back(
            {fmt::format("won against annulled entrants, played or not: {}", counted(of_annulled, "game"))});
}

std::vector<TableNote> notes_of(const Account& account, const Standings& standings) {
    std::vector<TableNote> notes = {{std::string(meaning_of_place(order_of(account.settings().format)))}};
    add_own_limits(notes, account, standings);
    add_byes(notes, account, standings);
    add_left(notes, account, standings);
    add_parts(notes, account, standings.ratings);
    add_anchor(notes, account, standings.ratings);
    add_downweighted(notes, account);
    if (auto busy = busy_note(account)) notes.push_back(*std::move(busy));
    if (account.void_games() > 0)
        notes.push_back({fmt::format("{}neither bot could be started: {}, for nobody",
                                     account.settings().rules.empty() ? "" : "the rules failed, or ",
                                     counted(account.void_games(), "game"))});
    return notes;
}

}  // namespace

std::string zero_text(const Account& account, const Standings& standings, std::optional<std::size_t> entrant) {
    const Ratings& ratings = standings.ratings;
    const auto anchor = std::ranges::find(ratings.entrants, true, &Rating::fixed);
    if (anchor != ratings.entrants.end() && (!entrant || ratings.entrants[*entrant].part == anchor->part))
        return fmt::format("{} is fixed at {}",
                           name_of_entrant(account.head(), static_cast<std::size_t>(anchor - ratings.entrants.begin())),
                           elo_text(*anchor->elo, anchor->absolute));
    const auto groups = std::ranges::count_if(ratings.parts, [](const Part& part) { return part.members.size() > 1; });
    if (groups > 1 && entrant) return "the mean of those that games connect with it is 0";
    return groups > 1 ? "the mean of each group that games connect is 0" : "the mean of all is 0";
}

std::vector<std::string_view> tie_break_columns(Order order) {
    switch (order) {
        case Order::buchholz: return {"buchholz_cut1", "buchholz", "sonneborn_berger", "direct_encounter"};
        case Order::points: return {"sonneborn_berger", "direct_encounter"};
        case Order::rating:
        case Order::bracket: return {};
    }
    return {};
}

ResultTable standings_table(const Account& account, const Standings& standings) {
    ResultTable table{{}, {}, notes_of(account, standings)};
    for (const StandingsLine& line : standings.lines) {
        table.columns.clear();
        TableRow& row = table.rows.emplace_back();
        visit_row(account, standings, line, [&](TableColumn column, TableValue value) {
            table.columns.push_back(std::move(column));
            row.push_back(std::move(value));
        });
    }
    return table;
}

}  // namespace referee::tournament
