#include "referee/tournament/page/report_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "protocol/ending.hpp"
#include "protocol/json_text.hpp"
#include "referee/tournament/statistics/superiority.hpp"
#include "referee/tournament/tables/bracket.hpp"
#include "referee/tournament/tables/numbers.hpp"
#include "referee/tournament/tables/sections.hpp"
#include "referee/tournament/tables/standings_text.hpp"

namespace referee::tournament {

namespace {

using protocol::Json;

/// More make a square that nobody can read; the command that exports it is named instead.
constexpr std::size_t max_in_squares = 64;

Json or_null(const std::optional<double>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json lines_of(std::string_view text) {
    Json lines = Json::array();
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        const auto begin = std::min(text.find_first_not_of(' '), end);
        lines.push_back(text.substr(begin, end - begin));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

Json time_json(const TurnTimes& times, const EntrantAccount& entrant) {
    Json json = {{"turns", times.turns()},
                 {"longest", entrant.longest_turn ? Json(entrant.longest_turn->count()) : Json(nullptr)}};
    if (times.turns() == 0) return json;
    json["total"] = times.total_us();
    json["mean"] = times.mean_us();
    json["median"] = times.quantile_us(0.5);
    json["p95"] = times.quantile_us(0.95);
    json["cpu"] = or_null(times.cpu_total_us());
    return json;
}

Json entrant_json(const ReportData& data, const StandingsLine& line) {
    const EntrantAccount& entrant = data.account->entrants()[line.entrant];
    const Rating& rating = data.standings->ratings.entrants[line.entrant];
    std::string rating_words = rating_text(rating, false, data.account->is_broken(line.entrant));
    rating_words.erase(0, rating_words.find_first_not_of(' '));
    Json forfeits = Json::object();
    for (const auto& [ending, games] : entrant.forfeits)
        forfeits[std::string(protocol::name_of(ending))] = games;
    return {{"name", clean_name(data.account->head().entrants[line.entrant].name)},
            {"rank", line.rank},
            {"points", points_text(line.half_points)},
            {"games", entrant.games()},
            {"tie", tie_break_text(data.account->planned().settings().format, line)},
            {"first", tally_text(entrant.as_first)},
            {"second", tally_text(entrant.as_second)},
            {"rating", rating_words},
            {"part", rating.part},
            {"elo", or_null(rating.elo)},
            {"lower", or_null(rating.interval.lower)},
            {"upper", or_null(rating.interval.upper)},
            {"forfeits", entrant.forfeited()},
            {"kinds", std::move(forfeits)},
            {"number", line.entrant},
            {"time", time_json(data.times != nullptr ? (*data.times)[line.entrant] : TurnTimes(), entrant)}};
}

Json superiority_json(const ReportData& data) {
    const auto& lines = data.standings->lines;
    if (lines.size() < 2 || lines.size() > max_in_squares) return nullptr;
    const Results rated = data.account->results_for_ratings();
    const Superiority likelihood = superiority(rated);
    Json square = Json::array();
    for (const StandingsLine& row : lines) {
        Json cells = Json::array();
        for (const StandingsLine& column : lines) {
            const bool unknown = data.account->met_unrated(rated, row.entrant, column.entrant);
            cells.push_back(unknown ? "-" : percent_text(likelihood(row.entrant, column.entrant), 1));
        }
        square.push_back(std::move(cells));
    }
    return square;
}

Json bracket_json(const Account& account, const std::vector<std::size_t>& places) {
    if (account.planned().settings().format != Format::knockout) return nullptr;
    const auto place = [&](int entrant) { return places[static_cast<std::size_t>(entrant)]; };
    const Bracket bracket = bracket_of(account);
    Json rounds = Json::array();
    for (std::size_t i = 0; i < bracket.rounds.size(); ++i) {
        Json pairings = Json::array(), byes = Json::array();
        for (const BracketPairing& pairing : bracket.rounds[i].pairings) {
            pairings.push_back({{"a", place(pairing.a)},
                                {"b", place(pairing.b)},
                                {"points_a", points_text(pairing.half_points_a)},
                                {"points_b", points_text(pairing.half_points_b)},
                                {"winner", pairing.winner ? Json(place(*pairing.winner)) : Json(nullptr)},
                                {"by_seed", pairing.by_seed}});
        }
        for (const int entrant : bracket.rounds[i].byes)
            byes.push_back(place(entrant));
        rounds.push_back({{"name", round_name(static_cast<int>(i), bracket.total_rounds)},
                          {"pairings", std::move(pairings)},
                          {"byes", std::move(byes)}});
    }
    return rounds;
}

/// Of entrant 0, whose points it counts.
Json sprt_json(const Account& account, std::size_t first) {
    if (!account.sprt()) return nullptr;
    const SprtCourse& course = *account.sprt();
    Json lines = lines_of(sprt_section(account, false));
    lines.erase(0);  // the heading
    return {{"first", first},
            {"lines", std::move(lines)},
            {"llr", course.state().llr},
            {"lower", course.state().lower},
            {"upper", course.state().upper},
            {"counts", course.pairs().counts()}};
}

Json tallies_json(const Account& account, const std::vector<std::size_t>& places) {
    Json tallies = Json::array();
    for (const auto& [pair, tally] : account.results().tallies())
        tallies.push_back({places[pair.first], places[pair.second], tally.wins, tally.draws, tally.losses});
    return tallies;
}

Json course_json(const ReportData& data) {
    if (data.course == nullptr) return nullptr;
    Json elo = Json::array();
    for (const StandingsLine& line : data.standings->lines) {
        Json values = Json::array();
        for (const auto& moment : data.course->elo) {
            const auto& value = moment[line.entrant];
            values.push_back(value ? Json(std::round(*value * 10) / 10) : Json(nullptr));
        }
        elo.push_back(std::move(values));
    }
    return {{"games", data.course->games}, {"elo", std::move(elo)}};
}

std::string_view text(DecidedBy by) {
    switch (by) {
        case DecidedBy::rule: return "rule";
        case DecidedBy::forfeit: return "forfeit";
        case DecidedBy::nobody: return "nobody";
    }
    return "";
}

Json endings_json(const Account& account) {
    Json endings = Json::array();
    for (const EndingCount& ending : endings_of(account)) {
        Json row = {{"name", ending.ending}, {"games", ending.games}, {"by", text(ending.by)}};
        if (ending.by == DecidedBy::nobody) {
            row["meaning"] = "neither bot could be started: the game counts for nobody";
        } else if (const auto kind = protocol::ending_of(ending.ending); kind && ending.by == DecidedBy::forfeit) {
            row["meaning"] = protocol::meaning_of(*kind);
        }
        endings.push_back(std::move(row));
    }
    return endings;
}

}  // namespace

std::string report_json(const ReportData& data) {
    const Account& account = *data.account;
    const Standings& standings = *data.standings;
    const Format format = account.planned().settings().format;
    std::vector<std::size_t> places(standings.lines.size());
    for (std::size_t i = 0; i < standings.lines.size(); ++i)
        places[standings.lines[i].entrant] = i;
    Json entrants = Json::array();
    for (const StandingsLine& line : standings.lines)
        entrants.push_back(entrant_json(data, line));
    const Json report = {{"head", lines_of(head_text(account, false))},
                         {"format", name_of(format)},
                         {"created_at", clean_name(account.head().created_at)},
                         {"referee", clean_name(account.head().referee_version)},
                         {"game", account.settings().game.substr(0, account.settings().game.find(':'))},
                         {"limit", account.settings().limits.move.count()},
                         {"first_limit", account.settings().limits.first_move.count()},
                         {"played", account.played()},
                         {"tie", has_ties(standings) ? tie_break_title(format) : ""},
                         {"entrants", std::move(entrants)},
                         {"notes", standings_notes(account, standings)},
                         {"tallies", tallies_json(account, places)},
                         {"superiority", superiority_json(data)},
                         {"chances", lines_of(chances_text(account, standings))},
                         {"endings", endings_json(account)},
                         {"bracket", bracket_json(account, places)},
                         {"sprt", sprt_json(account, places.front())},
                         {"course", course_json(data)},
                         {"text", standings_text(account, standings, false)}};
    return protocol::json_text(report);
}

}  // namespace referee::tournament
