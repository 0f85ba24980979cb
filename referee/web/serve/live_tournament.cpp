#include "referee/web/serve/live_tournament.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <nlohmann/json.hpp>

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

constexpr auto between_looks = 250ms;
constexpr auto between_tables = 1s;
/// The tables of many entrants take time, and the bots need the machine. The tables get at most 1/share_of_time of the
/// time.
constexpr int share_of_time = 20;
/// Tables of more entrants than this have no intervals, because the computation would take seconds. If tables with
/// intervals take longer than `dear`, the intervals are omitted until nothing is being played any more.
constexpr std::size_t max_with_intervals = 100;
constexpr auto dear = 100ms;

constexpr const char* unknown_running = R"({"games":null})";

/// Releases the snapshot of the file at the end of the scope. A snapshot that is kept hinders the process that writes
/// the file.
struct SnapshotRelease {
    Store& store;
    ~SnapshotRelease() { store.release_snapshot(); }
};

std::string row_json(const GameRow& row) {
    return fmt::format("[{},{},{},{},{},{},{}]", shown_number(row.number), shown_number(row.round), row.first,
                       row.second, winner_json(row), row.ending, row.plies);
}

}  // namespace

LiveTournament::LiveTournament(const std::string& path)
    : path_(path),
      store_(Store::open(path)),
      followed_(path),
      head_(store_.head()),
      boards_(boards_of(head_)),
      reader_(identity_of(path).place) {
    events_->make_list("games", [](bool first, std::span<const std::string> items, const std::string& endings) {
        return fmt::format(R"({{"reset":{},"endings":{},"games":[{}]}})", first, endings.empty() ? "[]" : endings,
                           fmt::join(items, ","));
    });
    take_games();
    store_.release_snapshot();
    playing_ = store_.is_being_written();
    thread_ = start_thread("following the tournament", [this](const std::stop_token& stop) { follow(stop); });
}

LiveTournament::~LiveTournament() = default;

void LiveTournament::follow(const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    refresh_or_report();
    while (!wake.wait_for(lock, stop, between_looks, [&] { return stop.stop_requested(); })) {
        if (events_->listeners() > 0) refresh_or_report();
    }
}

/// Calls look(), and reports a new problem or the end of a problem. A problem may end, for example because a moved file
/// is moved back.
void LiveTournament::refresh_or_report() {
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
        tell_running(unknown_running);
    }
    try {
        publish_tables();
    } catch (const std::exception& error) {  // the page can't report it
        warn(error.what());
    }
}

void LiveTournament::look() {
    {
        const std::scoped_lock lock(store_mutex_);
        if (!store_.is_in_its_place())
            throw games::UserError(fmt::format("tournament file '{}' was moved, replaced or deleted", path_));
        const bool writes = store_.is_being_written();
        const SnapshotRelease at_the_end{store_};
        behind_ = store_.refresh() || behind_;
        if (behind_ && Clock::now() >= next_games_) take_games();
        tables_are_old_ = tables_are_old_ || writes != playing_;
        playing_ = writes;
        reader_.read();
        boards_.follow(reader_.games(), store_);
    }
    publish_running();
    if (tables_are_old_ && problem_.empty() && Clock::now() >= next_tables_) publish_tables();
}

/// Takes new games from the file, and adds them to the events.
void LiveTournament::take_games() {
    const TimePoint begin = Clock::now();
    tables_are_old_ = true;
    const bool all_anew = followed_.take(store_);
    const auto rows = followed_.new_rows();
    std::vector<std::string> items;
    std::transform(rows.begin(), rows.end(), std::back_inserter(items), row_json);
    std::string endings = Json(followed_.rows().endings).dump();
    if (all_anew)
        events_->replace("games", std::move(items), std::move(endings));
    else if (!items.empty())
        events_->append("games", std::move(items), std::move(endings));
    behind_ = false;
    next_games_ = Clock::now() + share_of_time * (Clock::now() - begin);
}

void LiveTournament::publish_tables() {
    const TimePoint begin = Clock::now();
    tables_are_old_ = false;
    events_->publish("tournament", tournament_json());
    const auto taken = Clock::now() - begin;
    next_tables_ = begin + std::max<Duration>(between_tables, share_of_time * taken);
}

void LiveTournament::publish_running() {
    tell_running(reader_.connected() ? boards_.json() : std::string(unknown_running));
}

void LiveTournament::tell_running(std::string running) {
    if (running == running_) return;
    running_ = running;
    events_->publish("running", std::move(running));
}

std::string LiveTournament::state() const {
    return playing_ ? "playing" : followed_.account().finished() ? "finished" : "stopped";
}

std::string LiveTournament::tournament_json() {
    const TimePoint begin = Clock::now();
    const tournament::Account& account = followed_.account();
    const bool with_intervals = account.entrants().size() <= max_with_intervals && !(playing_ && intervals_are_dear_);
    Standings standings = standings_of(account, with_intervals);
    if (with_intervals) add_ranks(standings);
    if (with_intervals) intervals_are_dear_ = Clock::now() - begin > dear;
    const auto total = account.total();
    Json problem = problem_.empty() ? Json(nullptr) : Json(problem_);
    if (is_of_class(head_) && !problem_.empty()) problem = "its file can't be read now";  // the problem names the path
    return fmt::format(R"({{"state":"{}","total":{},"problem":{},"report":{}}})", state(),
                       total ? std::to_string(*total) : "null", protocol::json_text(problem),
                       report_json({&account, &standings, nullptr, nullptr, {}, false}));
}

LiveTournament::StoredGame LiveTournament::stored_game(int number) {
    const std::scoped_lock lock(store_mutex_);
    const SnapshotRelease at_the_end{store_};
    behind_ = store_.refresh() || behind_;
    auto log = store_.log_of(number);
    if (!log && !store_.game(number)) return {.missing = "This game does not exist, or has not been played yet."};
    if (!log)
        return {.missing = fmt::format("Game {}: {}.", shown_number(number), why_without_match(store_.head(), number))};
    Json neighbours = Json::object();
    for (const auto& [name, other] : {std::pair("previous", number - 1), std::pair("next", number + 1)}) {
        if (store_.has_match(other)) neighbours[name] = fmt::format("/games/{}", shown_number(other));
    }
    return {*std::move(log), neighbours.dump()};
}

Reply LiveTournament::game(int number) {
    const StoredGame stored = stored_game(number);
    if (stored.log.empty()) return words_reply(404, stored.missing);
    try {
        MatchPage page;
        page.add(log_for_pages(head_, stored.log, fmt::format("Game {}", shown_number(number))));
        page.add_tournament("/", std::to_string(shown_number(number)));
        page.add_data("neighbours-data", stored.neighbours);
        return page_reply(page.finished());
    } catch (const games::UserError& error) {
        return words_reply(500, error.what());
    } catch (const ContradictedLog& error) {
        return words_reply(500, error.what());
    }
}

}  // namespace referee::serve
