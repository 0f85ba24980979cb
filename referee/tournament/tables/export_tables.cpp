#include "referee/tournament/tables/export_tables.hpp"

#include "referee/tournament/statistics/superiority.hpp"
#include "referee/tournament/tables/numbers.hpp"
#include "referee/tournament/tables/standings.hpp"

namespace referee::tournament {

namespace {

using Cells = std::vector<SheetCell>;

SheetCell number(std::uint64_t value) {
    return static_cast<std::int64_t>(value);
}
SheetCell half(std::uint64_t half_points) {
    return static_cast<double>(half_points) / 2;
}
SheetCell or_nothing(const std::optional<double>& value) {
    return value ? SheetCell(*value) : SheetCell();
}
SheetCell or_nothing(const std::optional<protocol::Micros>& time) {
    return time ? SheetCell(std::int64_t{time->count()}) : SheetCell();
}
SheetCell or_nothing(std::string text) {
    return text.empty() ? SheetCell() : SheetCell(std::move(text));
}

std::string name_of_entrant(const TournamentHead& head, std::size_t entrant) {
    return clean_name(head.entrants[entrant].name);
}

Cells standings_row(const Account& account, const Standings& standings, const StandingsLine& line) {
    const EntrantAccount& entrant = account.entrants()[line.entrant];
    const Rating& rating = standings.ratings.entrants[line.entrant];
    return {std::int64_t{line.rank},
            name_of_entrant(account.head(), line.entrant),
            half(line.half_points),
            number(entrant.games()),
            std::int64_t{line.byes},
            number(entrant.as_first.wins),
            number(entrant.as_first.draws),
            number(entrant.as_first.losses),
            number(entrant.as_second.wins),
            number(entrant.as_second.draws),
            number(entrant.as_second.losses),
            or_nothing(rating.elo),
            or_nothing(rating.interval.lower),
            or_nothing(rating.interval.upper),
            or_nothing(rating_word(rating, account.is_broken(line.entrant))),
            number(rating.part),
            half(line.buchholz),
            static_cast<double>(line.sonneborn_berger) / 4,
            number(entrant.forfeited()),
            number(entrant.void_games),
            or_nothing(entrant.longest_turn)};
}

/// A square with the entrants in the order of the standings on both sides; `cell` gets two different ones.
template <class Cell>
void export_square(const Account& account, const std::string& nested, SheetFormat format, const Sink& sink,
                   const Cell& cell) {
    const Standings standings = standings_of(account, false);
    std::vector<std::string> columns = {"name"};
    for (const StandingsLine& line : standings.lines)
        columns.push_back(name_of_entrant(account.head(), line.entrant));
    SheetWriter sheet(format, columns, sink, nested);
    for (std::size_t i = 0; i < standings.lines.size(); ++i) {
        Cells cells(1, SheetCell(columns[i + 1]));
        for (const StandingsLine& line : standings.lines) {
            const bool itself = line.entrant == standings.lines[i].entrant;
            cells.push_back(itself ? SheetCell() : cell(standings.lines[i].entrant, line.entrant));
        }
        sheet.row(cells);
    }
    sheet.finish();
}

/// The points of a game's two; nothing where it has not been played or counts for nobody.
Cells points_of(const StoredMatch* match) {
    Cells points(2);
    if (match == nullptr || !match->result.counts) return points;
    points[0] = half(static_cast<std::uint64_t>(half_points_of_first(match->result)));
    points[1] = half(static_cast<std::uint64_t>(half_points_of_second(match->result)));
    return points;
}

/// `match` is null where it has not been played.
Cells game_row(const TournamentHead& head, const PlannedGame& game, const StoredMatch* match) {
    const auto name = [&](int entrant) { return name_of_entrant(head, static_cast<std::size_t>(entrant)); };
    Cells cells = {std::int64_t{game.number}, std::int64_t{game.round},
                   std::int64_t{game.pair},   game.opening ? SheetCell(std::int64_t{*game.opening}) : SheetCell(),
                   number(game.seed),         name(game.first),
                   name(game.second)};
    for (const SheetCell& points : points_of(match))
        cells.push_back(points);
    if (match == nullptr) {
        cells.resize(cells.size() + 7);
        return cells;
    }
    const auto& winner = match->result.winner;
    cells.insert(cells.end(), {winner ? SheetCell(name(*winner == 0 ? match->first : match->second)) : SheetCell(),
                               std::string(protocol::name_of(match->ending)), or_nothing(clean_name(match->detail)),
                               std::int64_t{match->plies}, or_nothing(clean_name(match->started_at)),
                               or_nothing(match->first_longest), or_nothing(match->second_longest)});
    return cells;
}

}  // namespace

void export_standings(const Account& account, SheetFormat format, const Sink& sink) {
    const Standings standings = standings_of(account, true);
    SheetWriter sheet(format,
                      {"rank",        "name",       "points",         "games",        "byes",        "first_won",
                       "first_drawn", "first_lost", "second_won",     "second_drawn", "second_lost", "elo",
                       "elo_lower",   "elo_upper",  "elo_word",       "part",         "buchholz",    "sonneborn_berger",
                       "forfeits",    "void_games", "longest_turn_us"},
                      sink);
    for (const StandingsLine& line : standings.lines)
        sheet.row(standings_row(account, standings, line));
    sheet.finish();
}

void export_crosstable(const Account& account, SheetFormat format, const Sink& sink) {
    const Results& results = account.results();
    export_square(account, "points", format, sink, [&](std::size_t a, std::size_t b) {
        const Tally tally = results.between(a, b);
        return tally.games() == 0 ? SheetCell() : half(2 * tally.wins + tally.draws);
    });
}

void export_superiority(const Account& account, SheetFormat format, const Sink& sink) {
    const Results rated = account.results_for_ratings();
    const Superiority likelihood = superiority(rated);
    export_square(account, "likelihood", format, sink, [&](std::size_t a, std::size_t b) {
        const bool says_nothing = rated.between(a, b).games() == 0 && account.results().between(a, b).games() > 0;
        return says_nothing ? SheetCell() : SheetCell(likelihood(a, b));
    });
}

void export_endings(const Account& account, SheetFormat format, const Sink& sink) {
    SheetWriter sheet(format, {"ending", "rule", "name", "games"}, sink);
    for (const auto& [rule, games] : account.rules())
        sheet.row({std::string(protocol::name_of(protocol::Ending::by_rules)),
                   or_nothing(clean_name(rule)),
                   {},
                   number(games)});
    for (std::size_t i = 0; i < account.entrants().size(); ++i) {
        for (const auto& [ending, games] : account.entrants()[i].forfeits)
            sheet.row({std::string(protocol::name_of(ending)), {}, name_of_entrant(account.head(), i), number(games)});
    }
    if (account.void_games() > 0) {
        sheet.row({std::string(protocol::name_of(protocol::Ending::aborted)), {}, {}, number(account.void_games())});
    }
    sheet.finish();
}

void export_games(const Store& store, SheetFormat format, const Sink& sink) {
    SheetWriter sheet(format,
                      {"number", "round", "pair", "opening", "seed", "first", "second", "first_points", "second_points",
                       "winner", "ending", "detail", "plies", "started_at", "first_longest_us", "second_longest_us"},
                      sink);
    const auto games = store.games();
    std::size_t next = 0;
    const auto unplayed_up_to = [&](std::size_t end) {
        for (; next < end && next < games.size(); ++next)
            sheet.row(game_row(store.head(), games[next], nullptr));
    };
    store.for_each_summary([&](const StoredMatch& match) {
        unplayed_up_to(static_cast<std::size_t>(match.result.number));
        if (next < games.size()) sheet.row(game_row(store.head(), games[next++], &match));
    });
    unplayed_up_to(games.size());
    sheet.finish();
}

}  // namespace referee::tournament
