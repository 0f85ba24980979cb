#include "tests/simulation/symmetries.hpp"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "protocol/json_text.hpp"
#include "referee/tournament/figures/tables/account.hpp"
#include "referee/tournament/figures/tables/goal_check.hpp"
#include "referee/tournament/figures/tables/result_text.hpp"
#include "referee/tournament/figures/tables/standings.hpp"
#include "referee/tournament/paper/store/store.hpp"
#include "referee/tournament/run/ledger.hpp"
#include "tests/simulation/words.hpp"

namespace simulation {

namespace {

using namespace referee::tournament;
using protocol::Json;

constexpr const char* law_28 = "law 28 (a series equals the tournament of its results)";
constexpr const char* law_29_sides = "law 29 (mirrored sides change no figures)";
constexpr const char* law_29_empty = "law 29 (a file without games adds nothing)";

StoredMatch mirrored(StoredMatch match) {
    std::swap(match.first, match.second);
    std::swap(match.first_longest, match.second_longest);
    if (match.score) std::swap((*match.score)[0], (*match.score)[1]);
    if (match.result.winner) match.result.winner = 1 - *match.result.winner;
    return match;
}

Account mirrored_account_of(const Store& store) {
    Account account(store.head());
    std::vector<PlannedGame> games = store.games();
    for (PlannedGame& game : games)
        std::swap(game.first, game.second);
    account.plan(games);
    store.for_each_summary([&](const StoredMatch& match) { account.add(mirrored(match)); });
    return account;
}

/// Ratings may differ by the errors of the fit.
bool are_close(const std::optional<double>& one, const std::optional<double>& other, double error) {
    return one.has_value() == other.has_value() && (!one || std::abs(*one - *other) <= error);
}

void compare_entrant(const EntrantAccount& usual, const EntrantAccount& other, const std::string& name) {
    const auto same = [&](const auto& one, const auto& two, const char* what) {
        law(one == two, law_29_sides, fmt::format("{} of '{}' differ", what, name));
    };
    const auto numbers = [](const Tally& tally) { return std::tuple(tally.wins, tally.draws, tally.losses); };
    same(numbers(usual.as_first), numbers(other.as_second), "the games as first");
    same(numbers(usual.as_second), numbers(other.as_first), "the games as second");
    same(usual.walkovers, other.walkovers, "the walkovers");
    same(usual.void_games, other.void_games, "the games without result");
    same(usual.forfeits, other.forfeits, "the forfeits");
    same(usual.longest_turn, other.longest_turn, "the longest turns");
}

void compare_lines(const Standings& usual, const Standings& other, const TournamentHead& head) {
    for (std::size_t i = 0; i < usual.lines.size(); ++i) {
        const StandingsLine &one = usual.lines[i], &two = other.lines[i];
        const std::string& name = head.entrants[one.entrant].name;
        const auto same = [&](const auto& a, const auto& b, const char* what) {
            law(a == b, law_29_sides, fmt::format("{} in line {} of '{}' differs", what, i + 1, name));
        };
        same(one.entrant, two.entrant, "the entrant");
        same(one.rank, two.rank, "the place");
        same(one.half_points, two.half_points, "the sum of points");
        same(one.byes, two.byes, "the number of byes");
        same(one.tie_breaks.buchholz, two.tie_breaks.buchholz, "the Buchholz score");
        same(one.tie_breaks.buchholz_cut1, two.tie_breaks.buchholz_cut1, "the cut Buchholz score");
        same(one.tie_breaks.sonneborn_berger, two.tie_breaks.sonneborn_berger, "the Sonneborn-Berger score");
        same(one.direct_encounter, two.direct_encounter, "the direct encounter");
    }
}

void compare_ratings(const Ratings& usual, const Ratings& other, const TournamentHead& head) {
    constexpr double error = 0.05;  // Elo
    for (std::size_t i = 0; i < usual.entrants.size(); ++i) {
        const Rating &one = usual.entrants[i], &two = other.entrants[i];
        law(are_close(one.elo, two.elo, error) && are_close(one.interval.lower, two.interval.lower, error) &&
                are_close(one.interval.upper, two.interval.upper, error),
            law_29_sides,
            fmt::format("the rating of '{}' is {} and {}", head.entrants[i].name, one.elo.value_or(0),
                        two.elo.value_or(0)));
    }
    const std::optional<double>&first = usual.first_move.elo, &second = other.first_move.elo;
    law(are_close(first, second ? std::optional(-*second) : std::nullopt, error), law_29_sides,
        fmt::format("the first move is worth {} and {}", first.value_or(0), second.value_or(0)));
}

/// An account as `referee BOT_A BOT_B` keeps it.
Account series_of(const Store& store, const std::vector<PlannedGame>& games) {
    const std::vector<StoredEntrant>& entrants = store.head().entrants;
    Account account = account_of_series({entrants[0].name, entrants[1].name}, static_cast<int>(games.size()));
    account.plan(games);
    store.for_each_summary([&](const StoredMatch& match) { account.add(match); });
    return account;
}

/// The lines about two bots, as both print them.
std::string lines_of_two(const Account& account) {
    const auto games = static_cast<std::uint64_t>(account.results().total().games());
    return result_line(summary_of(*account.pairs_of_two()), difference_of_two(account)) + "\n" +
           repeats_line(games, account.distinct_games());
}

/// The command that has begun t.db, for another file.
std::optional<Words> first_command(const History& history, const std::string& other) {
    for (const Step& step : history.steps) {
        if (step.typed.empty() || step.typed.front() != "tournament" || has(step.typed, "--resume")) continue;
        if (file_of(step.typed) != "t.db" || has(step.typed, "--from")) return std::nullopt;
        Words typed = step.typed;
        for (const char* option : {"--stop-after", "--stop-at", "--seed", "--db"}) {
            const auto found = std::find(typed.begin(), typed.end(), option);
            if (found != typed.end()) typed.erase(found, found + 2);
        }
        typed.insert(typed.end(), {"--db", other});
        return typed;
    }
    return std::nullopt;
}

}  // namespace

void check_mirrored(const std::string& db, bool whole) {
    const Store store = Store::open(db);
    const TournamentHead& head = store.head();
    const Account usual = account_of(store);
    if (usual.knockout()) return;  // it plans who moves first in each of its games
    const Account other = mirrored_account_of(store);
    for (std::size_t i = 0; i < head.entrants.size(); ++i)
        compare_entrant(usual.entrants()[i], other.entrants()[i], head.entrants[i].name);
    law(usual.distinct_games() == other.distinct_games() && usual.busy_games() == other.busy_games() &&
            usual.total() == other.total() && usual.rules() == other.rules(),
        law_29_sides, "the numbers of games differ");
    const Standings lines = standings_of(usual, whole), others = standings_of(other, whole);
    compare_lines(lines, others, head);
    compare_ratings(lines.ratings, others.ratings, head);
}

void check_series(const std::string& db) {
    const Store store = Store::open(db);
    const TournamentHead& head = store.head();
    const Account account = account_of(store);
    if (head.entrants.size() != 2 || account.field().is_changed() || account.sprt()) return;
    const std::string tournament = lines_of_two(account), series = lines_of_two(series_of(store, store.games()));
    law(tournament == series, law_28, "'" + tournament + "' and '" + series + "'");
}

void check_joined_with_empty(const History& history, Playback& playback) {
    Step step;
    const auto typed = first_command(history, "e.db");
    if (!typed) return;
    step.typed = *typed;
    step.events = {{.after = 0, .signal = SIGINT}};
    playback.look(step);
    if (!std::filesystem::exists("e.db")) return;  // the folder has not enough bots now
    const Json alone = protocol::parse_json(playback.standings("t.db").out);
    const Answer answer = playback.standings("t.db", "e.db");
    law(answer.exit == 0, law_29_empty, answer.err);
    std::map<std::string, Json> joined;
    for (const Json& line : protocol::parse_json(answer.out))
        joined[line.at("name").get<std::string>()] = line;
    for (const Json& line : alone) {
        const auto name = line.at("name").get<std::string>();
        law(joined.contains(name), law_29_empty, "'" + name + "' is missing");
        for (const char* column : {"games", "distinct_games", "first_won", "first_drawn", "first_lost", "second_won",
                                   "second_drawn", "second_lost", "forfeits", "void_games"})
            law(line.at(column) == joined.at(name).at(column), law_29_empty,
                fmt::format("{} of '{}' are {} and {}", column, name, protocol::json_text(line.at(column)),
                            protocol::json_text(joined.at(name).at(column))));
    }
    for (const char* end : {"", "-wal", "-shm"})
        std::filesystem::remove(std::string("e.db") + end);
}

namespace {

/// A list of students or hand-ins, with names in its cells.
std::string list_with_other_names(const std::string& list, Names names) {
    std::string other, cell;
    for (const char c : list) {
        if (c != ',' && c != '\n') {
            cell += c;
            continue;
        }
        other += other_name(cell, names) + c;
        cell.clear();
    }
    return other;
}

}  // namespace

History renamed(const History& history) {
    History other = history;
    const auto has_folder = [](const Step& step) { return has(step.typed, "--bots"); };
    other.names =
        std::any_of(history.steps.begin(), history.steps.end(), has_folder) ? Names::capital : Names::reversed;
    const auto rename = [&](std::string& word) { word = with_other_names(word, other.names); };
    for (Step& step : other.steps) {
        std::ranges::for_each(step.typed, rename);
        std::ranges::for_each(step.meanwhile, rename);
        for (Event& event : step.events) {
            std::for_each(event.change.begin(), event.change.end(), rename);
            rename(event.file);
        }
        if (step.file.ends_with(".csv")) step.content = list_with_other_names(step.content, other.names);
        rename(step.file);
    }
    return other;
}

Result with_old_names(Result result, Names names) {
    Json standings = protocol::parse_json(result.standings);
    for (Json& line : standings)
        line["name"] = other_name(line.at("name").get<std::string>(), names);
    result.standings = protocol::json_text(standings);
    return result;
}

}  // namespace simulation
