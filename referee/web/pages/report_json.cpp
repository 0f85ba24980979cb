#include "referee/web/pages/report_json.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "games/spec.hpp"
#include "protocol/ending.hpp"
#include "protocol/json_fields.hpp"
#include "protocol/json_text.hpp"
#include "referee/core/base/file_kind.hpp"
#include "referee/core/base/output.hpp"
#include "referee/tournament/figures/statistics/groups.hpp"
#include "referee/tournament/figures/statistics/posterior.hpp"
#include "referee/tournament/figures/tables/standings.hpp"
#include "referee/tournament/figures/tables/standings_text.hpp"

namespace referee::tournament {

std::string json_of(const Event& event) {
    return protocol::json_text({{"title", event.title}, {"date", event.date}, {"place", event.place}});
}

Event event_in_page(const std::filesystem::path& page) {
    if (kind_of_file(page.string()) != FileKind::page) return {};
    std::ifstream file(page, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const std::string begin = fmt::format("id=\"{}\">", event_id);
    const auto at = text.find(begin);
    if (at == std::string::npos) return {};
    const auto from = at + begin.size();
    const protocol::Json event =
        protocol::parse_json_or_discard(std::string_view(text).substr(from, text.find('<', from) - from));
    const auto text_of = [&](const char* key) {
        const bool there = event.is_object() && event.contains(key) && event[key].is_string();
        return there ? harmless(event[key].get<std::string>()) : "";
    };
    return {text_of("title"), text_of("date"), text_of("place")};
}

namespace {

/// The ratings after some of the games. An entrant has no rating before it is comparable with the anchor. `at_end` are
/// the groups of comparable entrants after all games.
std::vector<std::optional<double>> elo_of(const Ratings& ratings, const RatingSettings& settings,
                                          const Groups& at_end) {
    std::vector<std::optional<double>> elo;
    const auto has_anchor_later = [&](std::size_t entrant) {
        if (!settings.anchor) return false;
        const std::size_t anchor = settings.anchor->entrant;
        return at_end.part_of(entrant) == at_end.part_of(anchor) &&
               (ratings.entrants[entrant].part != ratings.entrants[anchor].part || !ratings.entrants[anchor].fixed);
    };
    for (std::size_t i = 0; i < ratings.entrants.size(); ++i)
        elo.push_back(has_anchor_later(i) ? std::nullopt : ratings.entrants[i].elo);
    return elo;
}

}  // namespace

Course course_of(const Account& account, const std::vector<GameRow>& rows, std::size_t points,
                 const std::optional<Anchor>& anchor) {
    Course course;
    const Results rated = account.results_for_ratings();
    RatingSettings settings = rating_settings_of(account, false, anchor);
    const Groups at_end(rated);
    const Ratings last = rate(rated, settings);
    // In a large field, where the whole prior would take too long for each point, the one that is the most likely at
    // the end is used for all points but the last.
    constexpr std::size_t small_field = 16;
    if (last.posterior && account.entrants().size() > small_field)
        settings.spread = last.posterior->shrunken.likely_spread();
    Results results(account.entrants().size());
    for (const auto& [pair, tally] : account.results().tallies())
        results.set_weight(pair.first, pair.second, rated.weight(pair.first, pair.second));
    points = std::min(points, rows.size());
    std::size_t added = 0;
    Repeats repeats;
    std::map<int, std::pair<std::size_t, Score>> half_pairs;  // the first player and the end of one game of a pair
    for (std::size_t point = 1; point <= points; ++point) {
        for (; added < rows.size() * point / points; ++added) {
            const auto first = static_cast<std::size_t>(rows[added].first);
            const auto second = static_cast<std::size_t>(rows[added].second);
            if (rows[added].counts && rated.weight(first, second) > 0) {
                const Score score = score_of_first(rows[added].winner);
                results.add(first, second, score);
                repeats.add({first, second, rows[added].moves_hash});
                const auto [half, is_half] = half_pairs.try_emplace(rows[added].pair, first, score);
                if (!is_half && half->second.first == second)
                    results.add_pair(second, first, half->second.second, score);
            }
        }
        Results weighed = results;
        repeats.weigh(weighed);
        course.games.push_back(added);
        course.elo.push_back(elo_of(point == points ? last : rate(weighed, settings), settings, at_end));
    }
    return course;
}

namespace {

using protocol::Json;

/// The maximum number of entrants in a square table. A larger one would be unreadable, so the page names the command
/// that exports it.
constexpr std::size_t max_in_squares = 64;

/// Returns a value as JSON. A number stays a number. Other values become text.
Json value_json(const TableValue& value) {
    if (const auto* number = std::get_if<std::int64_t>(&value)) return *number;
    return value_text(value);
}

Json time_json(const TurnTimes& times, const EntrantAccount& entrant) {
    Json json = {{"turns", times.turns()},
                 {"longest", entrant.longest_turn ? Json(entrant.longest_turn->count()) : Json(nullptr)}};
    if (times.turns() == 0) return json;
    json["total"] = times.total_us();
    json["mean"] = times.mean_us();
    json["median"] = times.quantile_us(0.5);
    json["p95"] = times.quantile_us(0.95);
    json["cpu"] = times.cpu_total_us();
    return json;
}

Json entrant_json(const ReportData& data, const Tables& tables, std::size_t place) {
    const ResultTable& standings = tables.standings;
    const std::size_t number = data.standings->lines[place].entrant;
    const EntrantAccount& entrant = data.account->entrants()[number];
    const auto value = [&](std::string_view key) { return value_json(standings.value(place, key)); };
    const Rating& rating = std::get<RatingOfEntrant>(standings.value(place, "elo")).rating;
    std::string rating_words = value_text(standings.value(place, "elo"));
    rating_words.erase(0, rating_words.find_first_not_of(' '));
    const std::optional<RankEstimate> ranks = ranks_of(*data.standings, number);
    Json ties = Json::array();
    for (const std::string_view key : tables.tie_breaks)
        ties.push_back(value(key));
    Json forfeits = Json::object();
    for (const auto& [ending, games] : entrant.forfeits)
        forfeits[protocol::words_of(ending)] = games;
    Json json = {{"name", value("name")},
                 {"rank", value("rank")},
                 {"best", ranks && ranks->best ? Json(percent_text(*ranks->best, 1)) : Json(nullptr)},
                 {"ranks", ranks ? Json(rank_interval_text(*ranks)) : Json(nullptr)},
                 {"points", value("points")},
                 {"games", value("games")},
                 {"ties", std::move(ties)},
                 {"first", value("first")},
                 {"second", value("second")},
                 {"rating", rating_words},
                 {"part", value("part")},
                 {"elo", rating.elo},
                 {"lower", shown_lower(rating)},
                 {"upper", shown_upper(rating)},
                 {"forfeits", value("forfeits")},
                 {"kinds", std::move(forfeits)},
                 {"number", number},
                 {"page", data.with_entrants ? Json(fmt::format("entrants/{}.html", number + 1)) : Json(nullptr)},
                 {"time", time_json(data.times != nullptr ? (*data.times)[number] : TurnTimes(), entrant)}};
    if (standings.has("margin")) json["margin"] = value("margin");
    return json;
}

Json superiority_json(const Tables& tables) {
    if (!tables.superiority) return nullptr;
    Json square = Json::array();
    for (const TableRow& row : tables.superiority->rows) {
        Json& cells = square.emplace_back(Json::array());
        std::transform(row.begin() + 1, row.end(), std::back_inserter(cells), value_json);
    }
    return square;
}

Json bracket_json(const Tables& tables, const std::vector<std::size_t>& places) {
    if (!tables.bracket) return nullptr;
    const auto place = [&](int entrant) { return places[static_cast<std::size_t>(entrant)]; };
    const auto points = [](int half) { return points_text(static_cast<std::uint64_t>(half)); };
    Json rounds = Json::array();
    for (const Knockout::Round& round : tables.bracket->rounds) {
        Json pairings = Json::array(), byes = Json::array();
        for (const Knockout::Pairing& pairing : round.pairings) {
            pairings.push_back({{"a", place(pairing.a)},
                                {"b", place(pairing.b)},
                                {"points_a", points(pairing.half_points_a)},
                                {"points_b", points(pairing.half_points_b)},
                                {"winner", pairing.winner ? Json(place(*pairing.winner)) : Json(nullptr)},
                                {"state", pairing.state()}});
        }
        for (const int entrant : round.byes)
            byes.push_back(place(entrant));
        rounds.push_back({{"name", round.name}, {"pairings", std::move(pairings)}, {"byes", std::move(byes)}});
    }
    return rounds;
}

/// The sequential test, which counts the points of entrant 0. `first` is the place of that entrant.
Json sprt_json(const Account& account, const Tables& tables, std::size_t first) {
    if (!account.sprt()) return nullptr;
    const SprtCourse& course = *account.sprt();
    return {{"first", first},
            {"lines", tables.sprt},
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

/// The date and place of an event: "12 May 2026, Room 5".
std::string event_text(const Event& event) {
    return event.date + (event.date.empty() || event.place.empty() ? "" : ", ") + event.place;
}

std::string_view text(Order order) {
    switch (order) {
        case Order::points:
        case Order::buchholz: return "points";
        case Order::rating: return "rating";
        case Order::bracket: return "bracket";
    }
    return "";
}

std::string_view text(DecidedBy by) {
    switch (by) {
        case DecidedBy::rule: return "rule";
        case DecidedBy::forfeit: return "forfeit";
        case DecidedBy::nobody: return "nobody";
    }
    return "";
}

Json endings_json(const Tables& tables) {
    Json endings = Json::array();
    for (const EndingCount& ending : tables.endings) {
        Json row = {{"name", ending.ending}, {"games", ending.games}, {"by", text(ending.by)}};
        if (ending.by == DecidedBy::nobody) {
            row["meaning"] = ending.ending == no_result
                                 ? "the rules failed, or neither bot could be started: the game counts for nobody"
                                 : "neither bot could be started: the game counts for nobody";
        } else if (ending.forfeit) {
            row["meaning"] = protocol::meaning_of(*ending.forfeit);
        }
        endings.push_back(std::move(row));
    }
    return endings;
}

}  // namespace

std::string report_json(const ReportData& data) {
    const Account& account = *data.account;
    const Standings& standings = *data.standings;
    const Tables tables = tables_of(account, standings, max_in_squares, Readers::everybody);
    const auto& columns = tables.standings.columns;
    Json titles = Json::object();
    for (const TableColumn& column : columns)
        titles[column.key] = column.title;
    Json ties = Json::array();
    for (const std::string_view key : tables.tie_breaks)
        ties.push_back(columns[tables.standings.place_of(key)].title);
    std::vector<std::size_t> places(standings.lines.size());
    Json entrants = Json::array();
    for (std::size_t i = 0; i < standings.lines.size(); ++i) {
        places[standings.lines[i].entrant] = i;
        entrants.push_back(entrant_json(data, tables, i));
    }
    Json report = {{"title", data.event.title},
                   {"event", event_text(data.event)},
                   {"head", tables.head},
                   {"settings", tables.settings},
                   {"order", text(order_of(account.settings().format))},
                   {"created_at", harmless(account.head().created_at)},
                   {"referee", harmless(account.head().referee_version)},
                   {"game", games::name_in(account.settings().game)},
                   {"limit", account.settings().limits.move},
                   {"first_limit", account.settings().limits.first_move},
                   {"played", account.played()},
                   {"ties", std::move(ties)},
                   {"titles", std::move(titles)},
                   {"zero", zero_text(account, standings)},
                   {"absolute", std::ranges::any_of(standings.ratings.entrants, &Rating::absolute)},
                   {"entrants", std::move(entrants)},
                   {"notes", notes_text(tables.standings.notes) + lines_text(tables.difference)},
                   {"changes", lines_text(tables.changes)},
                   {"left_out", lines_text(tables.left_out)},
                   {"machine", lines_text(tables.machine)},
                   {"tallies", tallies_json(account, places)},
                   {"superiority", superiority_json(tables)},
                   {"chances", tables.chances},
                   {"endings", endings_json(tables)},
                   {"bracket", bracket_json(tables, places)},
                   {"sprt", sprt_json(account, tables, places.front())},
                   {"course", course_json(data)},
                   {"text", standings_text(tables, false)}};
    const std::string& rules = account.settings().rules;
    if (!rules.empty()) report["rules"] = protocol::parse_json(rules);
    return protocol::json_text(report);
}

}  // namespace referee::tournament
