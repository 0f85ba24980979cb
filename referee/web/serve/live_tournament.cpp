#include "referee/web/serve/live_tournament.hpp"

#include <fmt/format.h>

#include <condition_variable>
#include <mutex>
#include <nlohmann/json.hpp>
#include <utility>

#include "games/user_error.hpp"
#include "protocol/json_text.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/start_thread.hpp"
#include "referee/core/match/record.hpp"
#include "referee/tournament/figures/tables/change_lines.hpp"
#include "referee/tournament/figures/tables/standings.hpp"
#include "referee/tournament/paper/schedule/schedule.hpp"
#include "referee/web/pages/match_page.hpp"
#include "referee/web/pages/public_log.hpp"
#include "referee/web/pages/report_json.hpp"
#include "referee/web/serve/http_message.hpp"

namespace referee::serve {

namespace {

using namespace tournament;
using namespace std::chrono_literals;
using protocol::Json;

/// Tables of more entrants than this have no intervals, because the computation would take seconds. If tables with
/// intervals take longer than `dear`, the intervals are omitted until nothing is being played any more.
constexpr std::size_t max_with_intervals = 100;
constexpr auto dear = 100ms;

constexpr const char* unknown_running = R"({"games":null})";

std::string row_json(const GameRow& row) {
    return fmt::format("[{},{},{},{},{},{},{}]", shown_number(row.number), shown_number(row.round), row.first,
                       row.second, winner_json(row), row.ending, row.plies);
}

}  // namespace

LiveTournament::LiveTournament(const std::string& path)
    : feed_(Store::open(path), path),
      head_(feed_.read([](const Store& store) { return store.head(); })),
      reader_(identity_of(path).place) {
    events_->make_list("games", [](bool first, std::span<const std::string> items, const std::string& endings) {
        return fmt::format(R"({{"reset":{},"endings":{},"games":[{}]}})", first, endings.empty() ? "[]" : endings,
                           fmt::join(items, ","));
    });
    feed_.refresh();
    publish_games();
    playing_ = feed_.is_written();
    thread_ = start_thread("following the tournament", [this](const std::stop_token& stop) { follow(stop); });
}

LiveTournament::~LiveTournament() = default;

void LiveTournament::follow(const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    look_or_report();
    while (!wake.wait_for(lock, stop, between_looks, [&] { return stop.stop_requested(); })) {
        if (events_->listeners() > 0) look_or_report();
    }
}

/// Calls look(), and reports a new problem or the end of a problem. A problem may end, for example because a moved file
/// is moved back.
void LiveTournament::look_or_report() {
    std::string problem;
    try {
        look();
    } catch (const std::exception& error) {
        problem = error.what();
    }
    if (problem == problem_) return;
    problem_ = problem;
    if (!problem_.empty()) {
        warn(problem_);
        playing_ = false;
        publish_running(unknown_running);
        publish_followed("null");
    }
    try {
        publish_tables();
    } catch (const std::exception& error) {  // the page can't report it
        warn(error.what());
    }
}

void LiveTournament::look() {
    if (feed_.refresh()) {
        publish_games();
        tables_are_old_ = true;
    }
    const bool begins_or_ends = std::exchange(playing_, feed_.is_written()) != feed_.is_written();
    tables_are_old_ = tables_are_old_ || begins_or_ends;
    reader_.read();
    const std::string boards = feed_.boards(reader_.games());
    publish_running(reader_.connected() ? boards : unknown_running);
    publish_followed(feed_.followed(reader_.games(), playing_));
    if (tables_are_old_ && problem_.empty() && (begins_or_ends || tables_.is_due())) publish_tables();
}

/// Adds the games that were read to the events.
void LiveTournament::publish_games() {
    const GameRows& games = feed_.rows();
    const bool all_anew = std::exchange(sent_generation_, feed_.generation()) != feed_.generation();
    if (all_anew) sent_games_ = 0;
    std::vector<std::string> items;
    for (; sent_games_ < games.rows.size(); ++sent_games_)
        items.push_back(row_json(games.rows[sent_games_]));
    std::string endings = Json(games.endings).dump();
    if (all_anew)
        events_->replace("games", std::move(items), std::move(endings));
    else if (!items.empty())
        events_->append("games", std::move(items), std::move(endings));
}

void LiveTournament::publish_tables() {
    const TimePoint begin = Clock::now();
    tables_are_old_ = false;
    events_->publish("tournament", tournament_json());
    tables_.used_since(begin, between_tables);
}

void LiveTournament::publish_running(std::string running) {
    if (running == running_) return;
    running_ = running;
    events_->publish("running", std::move(running));
}

void LiveTournament::publish_followed(const std::string& followed) {
    if (followed == followed_) return;
    followed_ = followed;
    events_->publish("followed", followed);
}

std::string LiveTournament::tournament_json() {
    const TimePoint begin = Clock::now();
    const Account& account = feed_.account();
    const char* const state = playing_ ? "playing" : account.finished() ? "finished" : "stopped";
    const bool with_intervals = account.entrants().size() <= max_with_intervals && !(playing_ && intervals_are_dear_);
    Standings standings = standings_of(account, with_intervals);
    if (with_intervals) add_ranks(standings);
    if (with_intervals) intervals_are_dear_ = Clock::now() - begin > dear;
    const auto total = account.total();
    Json problem = problem_.empty() ? Json(nullptr) : Json(problem_);
    if (is_of_class(head_) && !problem_.empty()) problem = "its file can't be read now";  // the problem names the path
    return fmt::format(R"({{"state":"{}","total":{},"problem":{},"report":{}}})", state,
                       total ? std::to_string(*total) : "null", protocol::json_text(problem),
                       report_json({&account, &standings, nullptr, nullptr, {}, false}));
}

Reply LiveTournament::game(int number) {
    std::optional<std::string> log;
    std::string missing = "This game does not exist, or has not been played yet.";
    Json neighbours = Json::object();  // the addresses of those that have been played
    try {
        feed_.read([&](const Store& store) {
            log = store.log_of(number);
            if (!log && store.game(number))
                missing = fmt::format("Game {}: {}.", shown_number(number), why_without_match(store.head(), number));
            for (const auto& [name, other] : {std::pair("previous", number - 1), std::pair("next", number + 1)})
                if (log && store.has_match(other)) neighbours[name] = fmt::format("/games/{}", shown_number(other));
        });
        if (!log) return words_reply(404, missing);
        MatchPage page;
        page.add(log_for_pages(head_, *log, fmt::format("Game {}", shown_number(number))));
        page.add_tournament("/", std::to_string(shown_number(number)));
        page.add_data("neighbours-data", neighbours.dump());
        return page_reply(page.finished());
    } catch (const games::UserError& error) {
        return words_reply(500, error.what());
    } catch (const ContradictedLog& error) {
        return words_reply(500, error.what());
    }
}

}  // namespace referee::serve
