#include "referee/arena/web/stage_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <span>

#include "protocol/json_fields.hpp"
#include "referee/core/match/record.hpp"
#include "referee/tournament/figures/statistics/places.hpp"
#include "referee/tournament/paper/schedule/schedule.hpp"
#include "referee/tournament/run/live/running_news.hpp"
#include "referee/web/pages/report_json.hpp"

namespace referee::arena {

using namespace tournament;
using protocol::Json;

namespace {

/// The maximum number of moments in the chart of a rating.
constexpr std::size_t max_moments = 60;
constexpr std::size_t moments_at_start = 24;
/// So many games are looked at for an example.
constexpr int max_examples = 20;

Json rounded(const std::optional<double>& value) {
    return value ? Json(std::round(*value * 10) / 10) : Json(nullptr);
}

}  // namespace

StageView::StageView(const Arena& arena, StageName stage, Store store, std::string file)
    : arena_(arena), stage_(stage), file_(std::move(file)), feed_(std::move(store), file_) {}

bool StageView::refresh() {
    const bool changed = feed_.refresh();
    if (changed) name_entrants();
    return changed;
}

void StageView::name_entrants() {
    const auto& entrants = feed_.account().head().entrants;
    for (std::size_t i = names_.size(); i < entrants.size(); ++i) {
        const auto played = arena_.snapshot()->played_by(stage_, entrants[i].name);
        names_.push_back(entrants[i].name);
        played_by_.push_back(played);
        if (!played) continue;
        const auto person = static_cast<std::size_t>(played->person);
        if (entrants_of_.size() <= person) entrants_of_.resize(person + 1);
        entrants_of_[person].push_back(static_cast<int>(i));
    }
}

void StageView::compute() {
    const Account& account = feed_.account();
    standings_ = standings_of(account, true);
    shown_.clear();
    for (const StandingsLine& line : standings_.lines)
        if (account.field().is_in(static_cast<int>(line.entrant))) shown_.push_back(line.entrant);
    const auto& ratings = standings_.ratings.entrants;
    places_ = places_by_strength(standings_.ratings, shown_, [&](std::size_t a, std::size_t b) {
        return ratings[a].elo || ratings[b].elo;  // nothing tells bots without games apart
    });
    computed_games_ = rows();
    remember_course();
    first_ = false;
}

StageView::Moment StageView::moment_now() const {
    Moment moment{computed_games_, {}};
    for (const Rating& rating : standings_.ratings.entrants)
        moment.marks.push_back({rating.elo, shown_lower(rating), shown_upper(rating)});
    return moment;
}

/// After a start, the earlier part of the course is computed from the games. Later each moment costs nothing.
void StageView::remember_course() {
    const Account& account = feed_.account();
    if (first_ && stage_ == StageName::ladder) {
        const Course course = course_of(account, feed_.rows().rows, moments_at_start);
        for (std::size_t i = 0; i < course.games.size(); ++i) {
            Moment& moment = course_.emplace_back(Moment{course.games[i], {}});
            for (const auto& elo : course.elo[i])
                moment.marks.push_back({elo, {}, {}});
        }
    }
    const std::size_t games = computed_games_;
    const std::size_t last = course_.empty() ? 0 : course_.back().games;
    if (games == 0 || games < last + std::max<std::size_t>(20, last / 40)) return;
    course_.push_back(moment_now());
    if (course_.size() <= max_moments) return;
    for (std::size_t i = 0; i < course_.size() / 2; ++i)
        course_[i] = std::move(course_[2 * i + 1]);
    course_.resize(course_.size() / 2);
}

std::string StageView::table() const {
    Json rows = Json::array();
    const Account& account = feed_.account();
    for (std::size_t i = 0; i < shown_.size(); ++i) {
        const std::size_t entrant = shown_[i];
        const Rating& rating = standings_.ratings.entrants[entrant];
        const EntrantAccount& counts = account.entrants()[entrant];
        const auto& played = played_by_[entrant];
        rows.push_back({places_[i], names_[entrant], played ? Json(played->person) : Json(nullptr),
                        played ? Json(played->version) : Json(nullptr), rounded(rating.elo),
                        rounded(shown_lower(rating)), rounded(shown_upper(rating)), counts.games(),
                        counts.half_points()});
    }
    return protocol::json_text({{"rows", std::move(rows)}, {"games", account.played()}, {"place", meaning_of_place(Order::rating)}});
}

std::string StageView::own(int person) const {
    const Account& account = feed_.account();
    const auto index = static_cast<std::size_t>(person);
    Json versions = Json::array(), place = nullptr;
    if (index < entrants_of_.size()) {
        for (const int entrant : entrants_of_[index]) {
            const auto number = static_cast<std::size_t>(entrant);
            if (number >= standings_.ratings.entrants.size()) continue;
            const Rating& rating = standings_.ratings.entrants[number];
            const EntrantAccount& counts = account.entrants()[number];
            versions.push_back({played_by_[number]->version, rounded(rating.elo), rounded(shown_lower(rating)),
                                rounded(shown_upper(rating)), counts.games(), counts.half_points()});
            if (const auto found = std::ranges::find(shown_, number); found != shown_.end())
                place = places_[static_cast<std::size_t>(found - shown_.begin())];
        }
    }
    return protocol::json_text({{"versions", std::move(versions)},
                                {"course", own_course(person)},
                                {"place", std::move(place)},
                                {"of", shown_.size()}});
}

/// At each moment, the rating of the newest version that had one.
Json StageView::own_course(int person) const {
    Json course = Json::array();
    const auto index = static_cast<std::size_t>(person);
    if (index >= entrants_of_.size()) return course;
    const auto& own = entrants_of_[index];
    const auto add = [&](const Moment& moment) {
        const auto rated = std::find_if(own.rbegin(), own.rend(), [&](int entrant) {
            const auto number = static_cast<std::size_t>(entrant);
            return number < moment.marks.size() && moment.marks[number].elo;
        });
        if (rated == own.rend()) return;
        const auto number = static_cast<std::size_t>(*rated);
        const Mark& mark = moment.marks[number];
        course.push_back(
            {moment.games, played_by_[number]->version, rounded(mark.elo), rounded(mark.lower), rounded(mark.upper)});
    };
    for (const Moment& moment : course_)
        add(moment);
    if (const Moment now = moment_now(); course_.empty() || now.games > course_.back().games) add(now);
    return course;
}

std::vector<std::string> StageView::games_of(int person, std::size_t from) const {
    std::vector<std::string> games;
    for (const GameRow& row : std::span(feed_.rows().rows).subspan(std::min(from, rows()))) {
        for (const bool first : {true, false}) {
            const auto own = static_cast<std::size_t>(first ? row.first : row.second);
            const auto other = static_cast<std::size_t>(first ? row.second : row.first);
            if (!played_by_[own] || played_by_[own]->person != person) continue;
            const char* const result = !row.counts                   ? "void"
                                       : !row.winner                 ? "drawn"
                                       : (*row.winner == 0) == first ? "won"
                                                                     : "lost";
            games.push_back(protocol::json_text({stage_ == StageName::ladder ? 0 : 1, shown_number(row.number),
                                                 played_by_[own]->version, names_[other], first, result,
                                                 feed_.rows().endings[static_cast<std::size_t>(row.ending)], row.plies,
                                                 row.is_forfeit}));
        }
    }
    return games;
}

std::string StageView::last_games(std::size_t most) const {
    Json games = Json::array();
    const auto& rows = feed_.rows().rows;
    for (auto row = rows.rbegin(); row != rows.rend() && games.size() < most; ++row)
        games.push_back({shown_number(row->number), names_[static_cast<std::size_t>(row->first)],
                         names_[static_cast<std::size_t>(row->second)],
                         !row->counts  ? Json(-1)
                         : row->winner ? Json(*row->winner)
                                       : Json(nullptr),
                         feed_.rows().endings[static_cast<std::size_t>(row->ending)], row->plies});
    return protocol::json_text(games);
}

void StageView::take_running() {
    std::vector<RunningGame> news;
    if (!arena_.running_games(stage_).news_for(told_, news)) return;
    if (!merge(running_, std::move(news))) running_.clear();
    for (auto& [number, game] : running_)
        game.thoughts = {};  // a bot's plans are nobody else's business
}

std::string StageView::followed(bool goes_on) {
    take_running();
    return feed_.followed(running_, goes_on);
}

std::string StageView::running() {
    take_running();
    return fmt::format(R"({{"names":{},{})", protocol::json_text(names_), feed_.boards(running_).substr(1));
}

TournamentHead StageView::head() {
    return feed_.read([](const Store& store) { return store.head(); });
}

std::optional<protocol::MatchLog> StageView::example() {
    const auto& games = feed_.rows().rows;
    for (; examined_ < games.size() && examples_ < max_examples; ++examined_) {
        const GameRow& row = games[examined_];
        if (!row.winner || !row.counts || played_by_[static_cast<std::size_t>(row.first)] ||
            played_by_[static_cast<std::size_t>(row.second)])
            continue;
        ++examined_;
        ++examples_;
        const auto text = log(row.number);
        return text ? std::optional(checked_log(*text, fmt::format("Game {}", shown_number(row.number))))
                    : std::nullopt;
    }
    return std::nullopt;
}

std::optional<std::string> StageView::log(int number) {
    return feed_.read([&](const Store& store) { return store.log_of(number); });
}

}  // namespace referee::arena
