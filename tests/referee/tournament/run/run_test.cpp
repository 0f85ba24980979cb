// Tests the run of a tournament.
#include "referee/tournament/run/run.hpp"
#include "referee/tournament/run/ledger.hpp"

#include <doctest/doctest.h>
#include <poll.h>

#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "referee/tournament/paper/schedule/make_schedule.hpp"
#include "referee/tournament/run/preview.hpp"
#include "referee/tournament/run/workers.hpp"
#include "tests/referee/temp_folder.hpp"
#include "tests/referee/tournament/figures/tables/played_tables.hpp"
#include "tests/referee/tournament/paper/store/sample_tournament.hpp"

namespace tournament_test {

namespace {

using referee::StopSignal;
using referee::WakeUp;

/// As many games as a fast machine plays in half a second. Their logs have the usual size.
constexpr int many_games = 1000;
constexpr std::size_t usual_log = 6000;
/// The size of a large log. A few of these logs fill the memory for waiting games.
constexpr std::size_t large_log = std::size_t{2} << 20;

std::vector<PlannedGame> pairs_of_two(int games) {
    std::vector<PlannedGame> planned(static_cast<std::size_t>(games));
    for (int number = 0; number < games; ++number)
        planned[static_cast<std::size_t>(number)] = {number, 0, number % 2, 1 - number % 2, number / 2, 1, {}};
    return planned;
}

/// Returns a game that took no time. Its log is padded with spaces to `log_size`, which JSON allows.
PlayedGame played_at_once(const PlannedGame& game, std::size_t log_size) {
    PlayedGame played = played_game(game, sample_match(1));
    played.log.resize(std::max(log_size, played.log.size()), ' ');
    return played;
}

std::unique_ptr<Workers> workers(int jobs, GameShare share, std::size_t log_size) {
    return std::make_unique<Workers>(jobs, false, always(share), [log_size](const PlannedGame& game, Equipment&) {
        return std::optional(played_at_once(game, log_size));
    });
}

/// Waits without a limit. If a test hangs here, something slows down the run.
void wait_until_urgent(const Engine& engine) {
    pollfd urgent = {engine.urgent_fd(), POLLIN, 0};
    while (::poll(&urgent, 1, -1) != 1) {
    }
}

/// Forwards all calls to an engine, and counts the commits.
class CountingEngine final : public Engine {
public:
    CountingEngine(std::unique_ptr<Engine> engine, int& commits) : engine_(std::move(engine)), commits_(commits) {}

    void add(std::span<const PlannedGame> games) override { engine_->add(games); }
    void begin_no_more() override { engine_->begin_no_more(); }
    int unfinished() const override { return engine_->unfinished(); }
    /// Always reports a running game. So the run has to wait until an hour has passed or games are urgent.
    int playing() const override { return 1; }
    int fd() const override { return engine_->fd(); }
    int urgent_fd() const override { return engine_->urgent_fd(); }
    std::vector<PlayedGame> take() override {
        auto games = engine_->take();
        if (!games.empty()) ++commits_;
        return games;
    }

private:
    std::unique_ptr<Engine> engine_;
    int& commits_;
};

struct Outcome {
    RunEnd::Why why{};
    int commits = 0;
    std::size_t stored = 0;
};

/// Runs a whole tournament in a file. The run waits an hour between two commits, unless games are urgent.
Outcome run_with_an_hour_between_commits(const Settings& settings, int entrants, GameShare share,
                                         std::size_t log_size) {
    const TempFolder folder;
    std::vector<std::string> names;
    for (int i = 0; i < entrants; ++i)
        names.push_back("bot" + std::to_string(i));
    const TournamentHead head = head_of(names, settings);
    Store store = Store::create(folder / "t.db", head);
    const StopSignal stop;
    const WakeUp break_off;
    RunSettings run_settings;
    run_settings.between_commits = std::chrono::hours(1);
    Outcome outcome;
    const auto start = [&] { return std::make_unique<CountingEngine>(workers(2, share, log_size), outcome.commits); };
    StoredLedger ledger(store, [&](const TournamentHead& of, const auto& planned) {
        return make_schedule(settings.format, Field(entrants, of.changes), of.seed, planned);
    });
    Run run(ledger, run_settings, stop, break_off, start, {});
    outcome.why = run.play().why;
    outcome.stored = store.matches().size();
    return outcome;
}

/// How a run of two bots ends in which the games from number `first_result` on have a result. In the others neither bot
/// can be started.
struct EndOfRun {
    RunEnd end;
    std::size_t stored = 0;
};
EndOfRun run_without_results(const Settings& settings, int first_result) {
    const TempFolder folder;
    Store store = Store::create(folder / "t.db", head_of({"a", "b"}, settings));
    const StopSignal stop;
    const WakeUp break_off;
    const auto start = [&] {
        return std::make_unique<Workers>(
            1, false, always(GameShare::by_pair), [&](const PlannedGame& game, Equipment&) {
                protocol::MatchLog log = sample_match(1);
                log.plies[0].wall = protocol::Micros(game.number + 1);
                if (game.number < first_result) {
                    // The run has time to notice.
                    if (game.number > 20) std::this_thread::sleep_for(std::chrono::milliseconds(5));
                    log.plies.clear();
                    log.opening = 0;
                    log.result = {std::nullopt, protocol::Ending::aborted, "neither could be started"};
                }
                return std::optional(played_game(game, std::move(log)));
            });
    };
    StoredLedger ledger(store, [&](const TournamentHead& of, const auto& planned) {
        return make_schedule(settings.format, Field(2, of.changes), of.seed, planned);
    });
    RunSettings run_settings;
    run_settings.max_without_result = 20;
    Run run(ledger, run_settings, stop, break_off, start, {});
    const RunEnd end = run.play();
    return {end, store.matches().size()};
}

PlannedGame planned(int number) {
    return {number, 0, number % 2, 1 - number % 2, number / 2, 1, {}};
}

MemoryLedger ledger_of(int games, int ahead) {
    return {Account(head_of({"a", "b"}, settings_for(Format::round_robin, games))), games, ahead, planned};
}

std::vector<PlayedGame> ended(const std::vector<int>& numbers) {
    std::vector<PlayedGame> games;
    for (const int number : numbers)
        games.emplace_back().game = planned(number);
    return games;
}

std::vector<int> numbers_of(const std::vector<PlayedGame>& games) {
    std::vector<int> numbers;
    for (const PlayedGame& played : games)
        numbers.push_back(played.game.number);
    return numbers;
}

}  // namespace

// Tests that no constant slows down a run: many ended games fit into memory, and when the memory is full they are taken
// at once. The tests do not depend on time, because otherwise the run would wait an hour between two commits.

TEST_CASE("quick games that are not taken do not block others") {
    for (const GameShare share : {GameShare::whoever_is_free, GameShare::by_pair}) {
        const auto engine = workers(1, share, usual_log);
        engine->add(pairs_of_two(many_games));
        wait_until_urgent(*engine);  // urgent, because nothing is left to play
        CHECK(engine->take().size() == many_games);
        CHECK(engine->unfinished() == 0);
    }
}

TEST_CASE("games that fill the memory are urgent") {
    const auto engine = workers(2, GameShare::whoever_is_free, large_log);
    constexpr int games = 40;
    engine->add(pairs_of_two(games));
    std::size_t taken = 0;
    std::size_t max_at_once = 0;
    while (engine->unfinished() > 0) {
        wait_until_urgent(*engine);
        const std::size_t now = engine->take().size();
        taken += now;
        max_at_once = std::max(max_at_once, now);
    }
    CHECK(taken == games);
    CHECK(max_at_once < games / 2);  // the memory for waiting games is bounded
}

TEST_CASE("a run of quick games commits seldom") {
    const auto [why, commits, stored] = run_with_an_hour_between_commits(settings_for(Format::round_robin, many_games),
                                                                         2, GameShare::by_pair, usual_log);
    CHECK(why == RunEnd::Why::finished);
    CHECK(stored == many_games);
    CHECK(commits <= 3);  // for the first games, the last games, and games that end while others are taken
}

TEST_CASE("a run takes games that fill the memory before its time is over") {
    constexpr int games = 40;
    const auto [why, commits, stored] = run_with_an_hour_between_commits(settings_for(Format::round_robin, games), 2,
                                                                         GameShare::whoever_is_free, large_log);
    CHECK(why == RunEnd::Why::finished);
    CHECK(stored == games);
    CHECK(commits > 1);
}

TEST_CASE("the next round begins when the last game of a round has ended") {
    const auto [why, commits, stored] =
        run_with_an_hour_between_commits(settings_for(Format::swiss), 8, GameShare::whoever_is_free, usual_log);
    CHECK(why == RunEnd::Why::finished);
    CHECK(stored == 4 * 4 * 2);  // rounds * pairs * games
    CHECK(commits >= 4);
}

TEST_CASE("a run in which no game has a result ends, and one with a single result goes on") {
    // Far more games than are played before the run notices, however busy the machine is.
    constexpr int many = 4000;
    Settings searching = settings_for(Format::round_robin, many);
    searching.until = Goal{Goal::Kind::los, 99};
    searching.fit_format();
    Settings test = settings_for(Format::round_robin, many);
    test.sprt.emplace();
    for (const Settings& settings : {searching, test, settings_for(Format::round_robin, many)}) {
        const auto [end, stored] = run_without_results(settings, many);
        CHECK(end.why == RunEnd::Why::nothing_counts);
        CHECK(end.without_result == "game 1: neither could be started");
        CHECK(end.may_be_resumed());
        CHECK(stored >= 20);
        CHECK(stored < many);
    }
    CHECK(run_without_results(settings_for(Format::round_robin, 60), 19).stored == 60);
    const RunEnd all_void = run_without_results(settings_for(Format::round_robin, 10), 10).end;
    CHECK(all_void.why == RunEnd::Why::finished);
    CHECK(all_void.without_result == "game 1: neither could be started");
    CHECK(run_without_results(settings_for(Format::round_robin, 10), 9).end.without_result.empty());
}

TEST_CASE("a job takes the place of a game, and after a job a waiting game comes first") {
    std::promise<void> has_begun, all_are_added;
    std::string order;  // only the one thread writes it
    Workers engine(1, false, always(GameShare::whoever_is_free), [&](const PlannedGame& game, Equipment&) {
        if (game.number == 0) {
            has_begun.set_value();
            all_are_added.get_future().wait();
        }
        order += 'g';
        return std::optional(played_at_once(game, usual_log));
    });
    engine.add(pairs_of_two(4));
    has_begun.get_future().wait();
    for (int job = 0; job < 2; ++job)
        engine.add_job([&] { order += 'j'; });
    CHECK(engine.unfinished() == 4);
    all_are_added.set_value();
    std::size_t games = 0;
    while (games < 4) {
        wait_until_urgent(engine);
        games += engine.take().size();
    }
    CHECK(order == "gjgjgg");
    std::promise<void> is_done;
    engine.add_job([&] { is_done.set_value(); });  // also without a game
    is_done.get_future().wait();
    CHECK(engine.unfinished() == 0);
}

TEST_CASE("one thread plays a pair that is shared by pair, while free games go to any thread") {
    std::promise<void> is_blocked, free_games_are_over;
    std::mutex access;
    std::map<int, std::vector<std::thread::id>> threads;  // by the number of the pair
    std::string order;
    const auto share = [](const PlannedGame& game) {
        return game.pair % 2 == 0 ? GameShare::by_pair : GameShare::whoever_is_free;
    };
    Workers engine(2, false, share, [&](const PlannedGame& game, Equipment&) {
        if (game.number == 0) {
            is_blocked.set_value();
            free_games_are_over.get_future().wait();
        }
        const std::scoped_lock lock(access);
        threads[game.pair].push_back(std::this_thread::get_id());
        order += std::to_string(game.number);
        if (game.number == 3) free_games_are_over.set_value();
        return std::optional(played_at_once(game, usual_log));
    });
    engine.add(std::vector{planned(0)});
    is_blocked.get_future().wait();
    engine.add(std::vector{planned(1), planned(2), planned(3)});
    for (std::size_t games = 0; games < 4; games += engine.take().size())
        wait_until_urgent(engine);
    CHECK(order == "2301");
    CHECK(threads[0] == std::vector(2, threads[0].front()));
    CHECK(threads[1] == std::vector(2, threads[1].front()));
    CHECK(threads[0].front() != threads[1].front());
}

// Tests that the games of a series are announced in order, and that only a few games wait for their announcement.

TEST_CASE("a game waits until all before it have been announced") {
    MemoryLedger ledger = ledger_of(6, 6);
    CHECK(ledger.next(true).size() == 6);
    CHECK(numbers_of(ledger.keep(ended({1, 3}))).empty());
    CHECK(numbers_of(ledger.keep(ended({0}))) == std::vector{0, 1});
    CHECK(numbers_of(ledger.keep(ended({5}))).empty());
    CHECK(numbers_of(ledger.rest()) == std::vector{3, 5});
    CHECK(ledger.rest().empty());
}

TEST_CASE("a slow game limits the number of games that are played ahead of it") {
    MemoryLedger ledger = ledger_of(1'000'000, 3);
    CHECK(ledger.next(true) == std::vector{planned(0), planned(1), planned(2)});
    CHECK(ledger.keep(ended({1, 2})).empty());
    CHECK(ledger.next(false).empty());
    CHECK(ledger.keep(ended({0})).size() == 3);
    CHECK(ledger.next(false) == std::vector{planned(3), planned(4), planned(5)});
    CHECK(ledger.account().planned_games() == 6);
}

TEST_CASE("no more games are handed out than there are") {
    MemoryLedger ledger = ledger_of(2, 64);
    CHECK(ledger.next(true).size() == 2);
    CHECK(ledger.keep(ended({0, 1})).size() == 2);
    CHECK(ledger.next(true).empty());
}

TEST_CASE("one warning is about all slow bots, and one about each group of identical bots") {
    using std::chrono::milliseconds;
    std::vector<referee::tournament::Contender> contenders;
    for (const auto& [name, sum, turn] : {std::tuple{"steady", "1", 20},
                                          {"slow", "2", 30},
                                          {"copy", "1", 25},
                                          {"slower", "3", 45},
                                          {"unchecked", "4", 0}}) {
        referee::tournament::Contender contender;
        contender.entrant.name = name;
        contender.entrant.command.program = "/usr/bin/python3";
        contender.entrant.command.arguments = {"python3", std::string(name) + ".py"};
        contender.files = {{std::string(name) + ".py", sum}};
        if (turn > 0) contender.longest_turn = milliseconds(turn);
        contenders.push_back(contender);
    }
    protocol::Limits limits;
    limits.move = milliseconds(50);
    using Warnings = std::vector<std::string>;
    CHECK(warnings_of(contenders, 5, limits) ==
          Warnings{"these bots are the same, byte for byte: steady, copy",
                   "2 bots needed more than half of the limit for a turn of their checks, and may time out on a busy "
                   "machine: slower (45.0 ms of 50ms), slow (30.0 ms of 50ms)"});
    CHECK(warnings_of(contenders, 2, limits) ==
          Warnings{"a bot needed more than half of the limit for a turn of its check, and may time out on a busy "
                   "machine: slower (45.0 ms of 50ms)"});
    limits.move = milliseconds(100);
    CHECK(warnings_of(contenders, 1, limits).empty());
    for (int number = 0; number < 14; ++number)
        contenders.push_back(contenders[3]);
    CHECK(warnings_of(contenders, contenders.size(), limits).front().find("; steady, copy") != std::string::npos);
    CHECK(warnings_of(contenders, contenders.size(), {.move = milliseconds(60)})
              .back()
              .ends_with(", slower (45.0 ms of 60ms) and 9 more"));
}

}  // namespace tournament_test
