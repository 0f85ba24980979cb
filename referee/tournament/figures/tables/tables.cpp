#include "referee/tournament/figures/tables/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "referee/core/base/output.hpp"
#include "referee/tournament/figures/statistics/fit_quality.hpp"
#include "referee/tournament/figures/statistics/nash.hpp"
#include "referee/tournament/figures/statistics/parallel.hpp"
#include "referee/tournament/figures/statistics/superiority.hpp"
#include "referee/tournament/figures/tables/change_lines.hpp"
#include "referee/tournament/figures/tables/entrant_name.hpp"
#include "referee/tournament/figures/tables/grid.hpp"
#include "referee/tournament/figures/tables/result_text.hpp"
#include "referee/tournament/paper/schedule/swiss.hpp"

namespace referee::tournament {

namespace {

/// The maximum number of entrants in a crosstable. More never fit into a text, because each needs at least a blank and
/// a digit. Pages build their own crosstable from the tallies.
constexpr std::size_t max_in_crosstable = text_width / 2;

std::string format_line(const Account& account) {
    const FormatSettings& format = account.settings().format;
    const std::size_t left = account.entrants().size() - account.field().present().size();
    const std::string entrants =
        counted(account.entrants().size(), "entrant") + (left > 0 ? fmt::format(" ({} no longer in)", left) : "");
    if (account.sprt()) return "sequential test of " + entrants;
    const std::string games =
        (format.by_cycles ? "at most " : "") + counted(static_cast<std::uint64_t>(format.games), "game") + " a pairing";
    switch (format.format) {
        case Format::round_robin: return fmt::format("round robin of {}, {}", entrants, games);
        case Format::gauntlet: return fmt::format("gauntlet of {}, {}", entrants, games);
        case Format::swiss:
            return fmt::format("swiss of {}, {}, {}", entrants,
                               counted(static_cast<std::uint64_t>(Swiss::rounds_of(format, account.field())), "round"),
                               games);
        case Format::knockout: return fmt::format("knockout of {}, {}", entrants, games);
        case Format::ladder: return fmt::format("ladder of {}", entrants);
    }
    return "";
}

/// The number of entrants and of files, and the files' names.
std::vector<std::string> joined_lines(const Account& account) {
    const auto& files = account.joined_files();
    std::string list = list_text(
        fmt::format("{} of {} tournaments:", counted(account.entrants().size(), "entrant"), files.size()), files);
    list.pop_back();  // the last newline
    return {list, counted(account.played(), "game") + " played"};
}

std::string played_line(const Account& account) {
    if (account.is_at_goal()) return counted(account.played(), "game") + " played; the goal is reached";
    if (account.only_repeats())
        return fmt::format("stopped after {} without reaching the goal", counted(account.played(), "game"));
    if (account.settings().until && account.max_games())
        return fmt::format("{} of at most {} played", account.played(),
                           counted(static_cast<std::uint64_t>(*account.max_games()), "game"));
    if (account.sprt()) {
        if (account.sprt()->decided()) return "decided after " + counted(account.played(), "game");
        if (account.sprt()->ended()) return "stopped without a verdict after " + counted(account.played(), "game");
        const auto max_games = static_cast<std::uint64_t>(account.settings().format.games);
        return fmt::format("{} of at most {} played", account.played(), counted(max_games, "game"));
    }
    const auto total = account.total();
    if (!total) return counted(account.played(), "game") + " played, open-ended";
    return fmt::format("{} of {} played", account.played(), counted(static_cast<std::uint64_t>(*total), "game"));
}

std::string first_move_line(const FirstMove& first_move, const Tally& games) {
    const std::string seen = fmt::format("first movers' W/D/L {}", tally_text(games));
    if (!first_move.elo) return fmt::format("first move: no rating; {}", seen);
    const std::string interval =
        first_move.interval.lower && first_move.interval.upper
            ? fmt::format(" [{}, {}]", elo_text(*first_move.interval.lower), elo_text(*first_move.interval.upper))
            : "";
    return fmt::format("first move: {}{} Elo; {}", elo_text(*first_move.elo), interval, seen);
}

std::string share_text(double share, const Interval& interval) {
    const auto percent = [](double number) { return number_text(100 * number, 1); };
    if (!interval.lower || !interval.upper) return fmt::format("{} %", percent(share));
    return fmt::format("{} % [{}, {}]", percent(share), percent(*interval.lower), percent(*interval.upper));
}

std::string draws_line(const Ratings& ratings) {
    const DrawRate& rate = ratings.draw_rate;
    if (!rate.share) return "draws: no games";
    const EqualDraws& equal = ratings.equal_draws;
    return fmt::format("draws: {} of {}, {}{}", rate.draws, rate.games, share_text(*rate.share, rate.interval),
                       equal.share ? "; between equals " + share_text(*equal.share, equal.interval) : "");
}

/// A warning if a single strength for each bot does not explain the results. Otherwise empty.
std::vector<std::string> fit_lines(const Account& account, const Standings& standings) {
    constexpr double alarm = 0.01;
    const auto quality = fit_quality(account.results_for_ratings(), standings.ratings.posterior.get());
    if (!quality || quality->p > alarm) return {};
    const Surprise& surprise = quality->surprise;
    constexpr std::size_t max_name = 16;
    const auto name = [&](std::size_t entrant) { return cut_name(name_of_entrant(account.head(), entrant), max_name); };
    const std::string p = quality->p < 0.001 ? "< 0.001" : fmt::format("= {:.3f}", quality->p);
    return {fmt::format("warning: ratings do not explain these results (p {})", p),
            fmt::format("  {} has {} of {} against {}: {} expected", name(surprise.a), number_text(surprise.points, 1),
                        counted(surprise.games, "game"), name(surprise.b), number_text(surprise.expected, 1))};
}

std::vector<std::string_view> shown_tie_breaks(const Account& account, const Standings& standings) {
    if (!has_ties(standings)) return {};
    auto columns = tie_break_columns(order_of(account.settings().format));
    if (std::ranges::none_of(standings.lines, [](const auto& line) { return line.direct_encounter.has_value(); }))
        std::erase(columns, "direct_encounter");
    return columns;
}

std::vector<TableNote> forfeits_of(const Account& account, const Standings& standings) {
    std::vector<TableNote> notes;
    for (const StandingsLine& line : standings.lines) {
        const auto& forfeits = account.entrants()[line.entrant].forfeits;
        if (forfeits.empty()) continue;
        TableNote& note = notes.emplace_back(TableNote{name_of_entrant(account.head(), line.entrant) + ":"});
        for (const auto& [ending, games] : forfeits)
            note.items.push_back(fmt::format("{} {}", protocol::words_of(ending), games));
    }
    return notes;
}

/// What was chosen before the first game: the game, the format and the openings. Of joined files only the game.
std::vector<std::string> setting_lines(const Account& account, Readers readers) {
    std::vector<std::string> lines = {harmless(account.settings().game)};
    if (!account.joined_files().empty()) return lines;
    lines.push_back(format_line(account));
    if (readers == Readers::organiser || account.finished())
        lines.back() += fmt::format(", seed {}", account.head().seed);
    const auto openings = openings_in_words(account.settings().opening_plies, account.settings().opening_list);
    if (!openings.empty()) lines.push_back(openings);
    return lines;
}

std::vector<std::string> head_lines(const Account& account, const Standings& standings, Readers readers) {
    std::vector<std::string> lines = setting_lines(account, readers);
    if (account.joined_files().empty()) {
        lines.push_back(played_line(account));
    } else {
        std::ranges::move(joined_lines(account), std::back_inserter(lines));
    }
    const auto repeats = repeats_line(account.results().total().games(), account.distinct_games());
    if (!repeats.empty()) lines.push_back(repeats);
    if (account.only_repeats() && account.rules_keep_failing()) {
        lines.emplace_back("the rules fail in most games: mend them, and begin a new tournament");
    } else if (account.only_repeats()) {
        const Repeats& games = account.repeats();
        lines.push_back(effective_line(account.entrants().size(), games.effective(), games.share_of_main_lines()));
        lines.push_back(fmt::format("more games from {} can't narrow this: {}", starts_in_words(account.settings()),
                                    advice_on_repeats(account.settings())));
    }
    // Show the current progress. The account's own progress may be that of an earlier checkpoint.
    if (const auto& goal = account.settings().until)
        lines.push_back("until " + progress_text(*goal, goal_progress(account, standings)));
    // A ladder ends only with its openings.
    const bool has_end = account.settings().format.format != Format::ladder || account.max_games().has_value();
    if (!account.finished() && has_end) lines.push_back("not finished: these are the tables of the games so far");
    return lines;
}

}  // namespace

bool has_ties(const Standings& standings) {
    return std::ranges::adjacent_find(standings.lines, {}, &StandingsLine::half_points) != standings.lines.end();
}

ResultTable square_table(std::string square, const Account& account, const Standings& standings,
                         const std::function<TableValue(std::size_t row, std::size_t column)>& value) {
    ResultTable table{{{"name", "name", ColumnKind::name}}, {}, {}, std::move(square)};
    for (const StandingsLine& row : standings.lines) {
        const std::string name = name_of_entrant(account.head(), row.entrant);
        table.columns.push_back({name, std::to_string(table.columns.size())});
        TableRow& values = table.rows.emplace_back(TableRow{name});
        for (const StandingsLine& column : standings.lines)
            values.push_back(value(row.entrant, column.entrant));
    }
    return table;
}

ResultTable crosstable(const Account& account, const Standings& standings) {
    return square_table("points", account, standings, [&](std::size_t a, std::size_t b) -> TableValue {
        if (a == b) return Itself();
        const Tally tally = account.results().between(a, b);
        return tally.games() == 0 ? TableValue() : PointsOfGames{tally.half_points(), tally.games()};
    });
}

ResultTable superiority_table(const Account& account, const Standings& standings) {
    const Ratings& ratings = standings.ratings;
    const std::size_t entrants = ratings.entrants.size();
    std::vector<std::vector<std::optional<double>>> given(entrants, std::vector<std::optional<double>>(entrants));
    for_each_in_parallel(entrants, [&](std::size_t a) {
        for (std::size_t b = a + 1; b < entrants; ++b)
            if (can_compare(ratings, a, b)) given[a][b] = given_superiority(ratings, a, b);
    });
    return square_table("likelihood", account, standings, [&](std::size_t a, std::size_t b) -> TableValue {
        if (a == b) return Itself();
        const std::optional<double> likelihood = given[std::min(a, b)][std::max(a, b)];
        return likelihood ? TableValue(Probability{a < b ? *likelihood : 1 - *likelihood}) : TableValue();
    });
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

std::vector<EndingCount> endings_of(const Account& account) {
    std::vector<EndingCount> endings;
    for (const auto& [rule, games] : account.rules()) {
        const std::string name = rule.empty() ? protocol::words_of(protocol::Ending::by_rules) : harmless(rule);
        endings.push_back({name, games, DecidedBy::rule, {}});
    }
    for (const auto& [ending, games] : account.forfeits())
        endings.push_back({protocol::words_of(ending), games, DecidedBy::forfeit, ending});
    if (account.void_games() > 0)
        endings.push_back(
            {std::string(ending_without_result(account.settings())), account.void_games(), DecidedBy::nobody, {}});
    std::stable_sort(endings.begin(), endings.end(), [](const auto& a, const auto& b) { return a.games > b.games; });
    return endings;
}

Tables tables_of(const Account& account, const Standings& standings, std::size_t max_in_superiority, Readers readers) {
    const std::size_t entrants = account.entrants().size();
    Tables tables;
    tables.head = head_lines(account, standings, readers);
    tables.settings = setting_lines(account, readers).size();
    tables.standings = standings_table(account, standings);
    tables.tie_breaks = shown_tie_breaks(account, standings);
    tables.chances = {first_move_line(standings.ratings.first_move, account.results().total()),
                      draws_line(standings.ratings)};
    const std::vector<std::string> fit = fit_lines(account, standings);
    tables.chances.insert(tables.chances.end(), fit.begin(), fit.end());
    if (!fit.empty()) tables.nash = nash_table(account, standings);
    tables.endings = endings_of(account);
    tables.forfeits = forfeits_of(account, standings);
    tables.changes = change_lines(account.head());
    tables.left_out = left_out_lines(account.head(), account.field());
    tables.machine = machine_lines(account.head());
    tables.sprt = test_lines(account);
    tables.difference = difference_lines(account);
    for (std::size_t i = 0; i < entrants; ++i)
        tables.names.push_back(name_of_entrant(account.head(), i));
    if (account.knockout()) tables.bracket = account.knockout()->bracket();
    if (entrants > 2 && entrants <= max_in_crosstable) tables.crosstable = crosstable(account, standings);
    if (entrants > 1 && entrants <= max_in_superiority) tables.superiority = superiority_table(account, standings);
    return tables;
}

}  // namespace referee::tournament
