// The laws of runs: how they end, and what they tell.
#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "protocol/json_text.hpp"
#include "tests/simulation/laws.hpp"

namespace simulation {

namespace {

using protocol::Json;

constexpr const char* law_1_rest = "law 1 (a ladder rests when each bot has its games)";
constexpr const char* law_3_total = "law 3 (played plus left equals the total)";
constexpr const char* law_3_finished = "law 3 (only a run that ends as finished has nothing left)";
constexpr const char* law_27 = "law 27 (exit code, reason, events and file agree)";

/// The first time that a goal is checked.
constexpr int games_before_goal = 16;

using Couple = std::pair<int, int>;

/// The games that a round robin or a gauntlet will still plan. Games of late entrants are planned when all others are
/// over.
int missing(const Book& book) {
    std::map<Couple, int> planned;
    for (const Row& row : book.games)
        if (!book.cancelled.contains(row.number)) ++planned[Couple(std::minmax(row.first, row.second))];
    const int challenger = book.challenger_now();
    int games = 0;
    for (int a = 0; a < static_cast<int>(book.entrants.size()); ++a) {
        for (int b = a + 1; b < static_cast<int>(book.entrants.size()); ++b) {
            const bool both = book.entrants[static_cast<std::size_t>(a)].present &&
                              book.entrants[static_cast<std::size_t>(b)].present;
            if (!both || (book.format == "gauntlet" && a != challenger && b != challenger)) continue;
            games += std::max(0, book.games_of_pairing - planned[{a, b}]);
        }
    }
    return games;
}

bool rests(const Book& book) {
    if (!book.rest || book.present() < 2) return false;
    for (int i = 0; i < static_cast<int>(book.entrants.size()); ++i)
        if (book.entrants[static_cast<std::size_t>(i)].present && book.pairs_of(i) < *book.rest) return false;
    return true;
}

/// A ladder says that it rests if it does, and not before.
void check_rest(const Book& book, const std::vector<Json>& events) {
    bool told = false;
    for (const Json& event : events) {
        if (event.at("event") == "changed") told = false;
        if (event.at("event") == "warning")
            told = told || event.at("text").get<std::string>().find("rests") != std::string::npos;
    }
    law(!told || rests(book), law_1_rest, "it rests, and a bot has fewer games");
}

/// Whether every two in a ladder have gone through its list of openings.
bool openings_are_used_up(const Book& book) {
    std::map<Couple, std::set<int>> pairs;
    for (const Row& row : book.games)
        if (!book.cancelled.contains(row.number)) pairs[std::minmax(row.first, row.second)].insert(row.pair);
    for (int a = 0; a < static_cast<int>(book.entrants.size()); ++a) {
        for (int b = a + 1; b < static_cast<int>(book.entrants.size()); ++b) {
            const bool both = book.entrants[static_cast<std::size_t>(a)].present &&
                              book.entrants[static_cast<std::size_t>(b)].present;
            if (both && static_cast<int>(pairs[{a, b}].size()) < book.listed_openings) return false;
        }
    }
    return book.listed_openings > 0;
}

/// A goal is checked when all games are over, and enough of them count or no more will come.
void check_goal_reached(const Book& book) {
    int count = 0, open = 0;
    for (const Row& row : book.games) {
        count += book.counts(row.number) ? 1 : 0;
        open += book.is_open(row.number) ? 1 : 0;
    }
    const bool is_last = book.all_meet() ? missing(book) == 0 : openings_are_used_up(book);
    law(open == 0 && (count >= games_before_goal || is_last), law_27,
        fmt::format("the goal is reached with {} games that count and {} open ones", count, open));
}

/// Whether games without a result make a run fail: the rules have failed, or neither bot could be started.
bool has_failed_games(const Book& book) {
    return book.has_own_game && std::ranges::any_of(book.results, [&](const auto& one) {
               const Row& row = book.games[static_cast<std::size_t>(one.first)];
               const bool is_annulled = book.entrants[static_cast<std::size_t>(row.first)].annulled ||
                                        book.entrants[static_cast<std::size_t>(row.second)].annulled;
               return !one.second.counts() && !is_annulled;
           });
}

/// A run tells at once that the rules have failed.
void check_failures_of_rules(const Book& book, const std::vector<Json>& events) {
    const auto failed = std::ranges::find_if(
        events, [](const Json& event) { return event.at("event") == "played" && event.at("ending") == "aborted"; });
    if (!book.has_own_game || failed == events.end()) return;
    const std::string begin = fmt::format("game {}: ", failed->at("game").get<int>());
    law(std::ranges::any_of(events,
                            [&](const Json& event) {
                                return event.at("event") == "warning" &&
                                       event.at("text").get<std::string>().starts_with(begin);
                            }),
        law_27, "no warning tells why " + begin + "has no result");
}

void check_exit(const Book& book, int exit, const Json& last) {
    const auto why = last.at("why").get<std::string>();
    const bool some_count = std::ranges::any_of(book.games, [&](const Row& row) { return book.counts(row.number); });
    const bool has_signal = why == "signalled";
    int expected = book.unowned.empty() ? 0 : 6;
    if (has_signal) {
        expected = 128 + last.at("signal").get<int>();
    } else if (book.has_test) {
        if (!some_count && exit == 1) return;
        const bool is_decided = exit == expected || exit == 4;
        law(is_decided || exit == (has_failed_games(book) ? 1 : 5), law_27, "a test has another exit code");
        law((why == "decided") == is_decided, law_27, fmt::format("exit {} of {}", exit, why));
        return;
    } else if (why == "nothing_counts" || has_failed_games(book) || (!some_count && !book.results.empty())) {
        expected = 1;
    } else if (!book.goal.empty() && why != "goal") {
        expected = 5;
    }
    if (!some_count && !has_signal && why != "nothing_counts") return;  // depends on whether this run has played
    law(exit == expected, law_27, fmt::format("exit {} of a run that ended as {}", exit, why));
}

}  // namespace

void check_new_batch(const Book& book) {
    if (std::ranges::any_of(book.games, [&](const Row& row) { return book.is_open(row.number); })) return;
    law(!rests(book), law_1_rest, "games are planned though each bot has its games");
}

std::vector<Json> events_in(const std::string& out) {
    std::vector<Json> events;
    for (std::size_t begin = 0; begin < out.size();) {
        const auto end = std::min(out.find('\n', begin), out.size());
        if (out[begin] == '{') {
            Json event = protocol::parse_json_or_discard(out.substr(begin, end - begin));
            if (event.is_object() && event.contains("event")) events.push_back(std::move(event));
        }
        begin = end + 1;
    }
    return events;
}

void check_end(const Book& book, const Answer& answer, const std::vector<Json>& events,
               const std::optional<int>& most_games) {
    if (events.empty()) return;
    const Json& last = events.back();
    law(last.at("event") == "ended" || last.at("event") == "failed", law_27, "the last event is another one");
    if (last.at("event") == "failed") {
        law(answer.exit == 1 || answer.exit == 2, law_27, fmt::format("a failed run ends with {}", answer.exit));
        return;
    }
    const auto why = last.at("why").get<std::string>();
    const auto played = static_cast<int>(book.results.size());
    law(last.at("played") == played, law_27,
        fmt::format("the run tells of {} played games, and the file has {}", last.at("played").get<int>(), played));
    int left = book.all_meet() && !book.has_goal() ? missing(book) : 0;
    for (const Row& row : book.games)
        left += book.is_open(row.number) ? 1 : 0;
    check_rest(book, events);
    if (why == "goal") check_goal_reached(book);
    if (why == "finished" && book.format == "knockout") check_end_of_knockout(book);
    if (why == "finished") law(left == 0, law_3_finished, fmt::format("{} games are left", left));
    if (const Json& total = last.at("total"); total.is_number()) {
        const bool all_planned = book.all_meet() || why == "finished";
        if (all_planned)
            law(total == played + left, law_3_total,
                fmt::format("the total is {}, with {} played and {} left", total.get<int>(), played, left));
        const auto known = book.format == "knockout" ? known_games(book) : std::nullopt;
        law(!known || total == *known, law_3_total,
            fmt::format("the total is {}, and {} games are known", total.get<int>(), known.value_or(0)));
    }
    law(!most_games || last.at("played").get<int>() - events.front().at("played").get<int>() <= *most_games, law_27,
        "more games were played than --stop-after says");
    law(why != "stop_after" || left > 0 || !book.all_meet() || book.has_goal(), law_3_finished,
        "a run that has played everything should be finished");
    check_failures_of_rules(book, events);
    check_exit(book, answer.exit, last);
}

void check_run_without_results(const Book& book, const std::set<int>& games, int jobs) {
    const auto has_result = [&](int game) {
        const auto found = book.results.find(game);
        return found == book.results.end() || found->second.counts();
    };
    if (std::ranges::any_of(games, has_result)) return;
    constexpr std::size_t first_games = 20;
    const std::size_t most = std::max(first_games, book.entrants.size()) + static_cast<std::size_t>(2 * jobs);
    law(games.size() <= most, law_27, fmt::format("a run has played {} games, and none has a result", games.size()));
}

}  // namespace simulation
