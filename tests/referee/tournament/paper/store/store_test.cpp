// Tests that a tournament file returns the stored data, and is resumed only with the same entrants and the same
// settings.
#include "referee/tournament/paper/store/store.hpp"
#include "referee/tournament/paper/schedule/make_schedule.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "protocol/json_text.hpp"
#include "referee/core/match/moves_hash.hpp"
#include "referee/tournament/paper/settings.hpp"
#include "referee/tournament/paper/store/sqlite.hpp"
#include "referee/tournament/paper/store/store_file.hpp"
#include "tests/messages.hpp"
#include "tests/referee/temp_folder.hpp"
#include "tests/referee/tournament/paper/store/sample_tournament.hpp"

namespace tournament_test {

TEST_CASE("a tournament file returns the stored data") {
    const SampleFile file;
    const auto games = sample_games(30);
    {
        Store store = Store::create(file.path, sample_head());
        CHECK(store.head() == sample_head());
        CHECK(store.games().empty());
        store.add_games(games);
        for (const int number : {29, 0, 7, 5})
            store.add_match(sample_played(number));
    }
    CHECK(count_files(file.folder.path()) == 1);
    const Store store = Store::open(file.path);
    CHECK(store.head() == sample_head());
    CHECK(store.games() == games);
    const auto matches = store.matches();
    REQUIRE(matches.size() == 4);
    const StoredMatch expected{{5, 1, true},
                               2,
                               0,
                               protocol::Ending::crashed,
                               "ended by signal 11",
                               2,
                               "2026-11-20T10:00:00Z",
                               referee::moves_hash_of(sample_match(5)),
                               protocol::Micros(6),
                               protocol::Micros(5)};
    CHECK(matches[1] == expected);
    CHECK(matches[2].result == GameResult{7, 1, false});
    CHECK(matches[2].first_longest == protocol::Micros(8));
    CHECK(!matches[2].second_longest);
    const FinishedGames results = store.results();
    CHECK(results.size() == 4);
    CHECK(*results.find(29) == GameResult{29, 1, false});
    std::vector<int> numbers;
    store.for_each_match([&](int number, std::string_view json) {
        numbers.push_back(number);
        CHECK(std::string(json) + "\n" == to_json(sample_match(number), protocol::Layout::one_line));
    });
    CHECK(numbers == std::vector<int>{0, 5, 7, 29});
}

TEST_CASE("the longest turn of each side is kept") {
    const SampleFile file;
    Store store = file.create(1);
    protocol::MatchLog log = sample_match(0);
    log.plies.resize(7, log.plies[0]);
    const int walls[] = {5, 30, 90, 20, 80, 40, 7};
    for (std::size_t i = 0; i < 7; ++i) {
        log.plies[i].player = static_cast<int>(i) % 2;
        log.plies[i].wall = protocol::Micros(walls[i]);
    }
    store.add_match(played_game(sample_game(0), log));
    CHECK(store.matches()[0].first_longest == protocol::Micros(90));
    CHECK(store.matches()[0].second_longest == protocol::Micros(40));
}

TEST_CASE("the log of a game that was lost on time tells whether the machine was too busy") {
    const SampleFile file;
    Store store = file.create(3);
    protocol::MatchLog log = sample_match(0);
    log.result = {1, protocol::Ending::timeout, "nothing came in time"};
    log.failure->elapsed = protocol::Micros(120'000);
    for (const auto& [number, taken] : {std::pair(0, 59'000), std::pair(1, 100)}) {
        log.failure->taken = protocol::Micros(taken);
        const PlayedGame played = played_game(sample_game(number), log);
        CHECK(played.match.busy == (number == 0));
        store.add_match(played);
    }
    store.add_match(sample_played(2));
    const Store read = Store::open(file.path);
    CHECK(read.matches()[0].busy);
    CHECK_FALSE(read.matches()[1].busy);
    CHECK_FALSE(read.matches()[2].busy);
}

TEST_CASE("an existing file is never overwritten") {
    const TempFolder folder;
    const std::string path = folder.write("t.db", "precious");
    CHECK(error_of([&] { Store::create(path, sample_head()); }) ==
          "tournament file '" + path + "' already exists: continue it with --resume, or choose another name");
    CHECK(std::filesystem::file_size(path) == 8);
    CHECK(count_files(folder.path()) == 1);
}

TEST_CASE("a file that appears while another is being created is not overwritten either") {
    const SampleFile file;
    CHECK(error_of([&] { create_file(file.path, [&](const Database&) { file.folder.write("t.db", "precious"); }); }) !=
          "(no error)");
    CHECK(std::filesystem::file_size(file.path) == 8);
    CHECK(count_files(file.folder.path()) == 1);
}

TEST_CASE("if no file can be created, the message names the reason") {
    const TempFolder folder;
    CHECK(error_of([&] { Store::create(folder / "no/t.db", sample_head()); }) ==
          "tournament file '" + folder / "no/t.db" + "' can't be created: No such file or directory");
}

TEST_CASE("any name is the name of a file") {
    const TempFolder folder;
    const ScopedFolder inside(folder.path());
    for (const std::string name : {":memory:", "t.db?mode=memory", "a#b%41 \xff.db"}) {
        Store::create(name, sample_head());
        CHECK(Store::open(name).head() == sample_head());
        CHECK(std::filesystem::exists(name));
    }
}

TEST_CASE("only planned games without a match are missing") {
    const SampleFile file;
    FormatSettings settings;
    settings.format = Format::swiss;
    {
        Store store = Store::create(file.path, sample_head());
        const auto schedule = make_schedule(settings, 3, 5);
        const auto missing = store.missing_games(*schedule);
        CHECK(missing == schedule->ready({}));
        REQUIRE(missing.size() == 2);
        store.add_match(sample_played(1));
        CHECK(store.missing_games(*schedule) == std::vector{missing[0]});
    }
    Store store = file.resume();
    const auto schedule = make_schedule(settings, 3, 5);
    CHECK(store.missing_games(*schedule).size() == 1);
    store.add_match(sample_played(0));
    const auto second_round = store.missing_games(*schedule);
    CHECK(second_round.size() == 2);
    CHECK(store.games().size() == 4);
    const auto other = make_schedule(settings, 3, 6);
    CHECK(error_of([&] { store.missing_games(*other); }) ==
          "tournament file '" + file.path + "' holds other games than the schedule plans");
}

TEST_CASE("an aborted match is not a played game") {
    protocol::MatchLog aborted = sample_match(2);
    aborted.result.ending = protocol::Ending::aborted;
    CHECK_THROWS_AS(played_game(sample_game(2), aborted), std::logic_error);
}

TEST_CASE("a match that is not planned or already exists is not added, nor are the others of its group") {
    const SampleFile file;
    Store store = file.create(3);
    store.add_match(sample_played(0));
    for (const int bad : {7, 0}) {
        const PlayedGame games[] = {sample_played(1), sample_played(bad)};
        CHECK_THROWS_AS(store.add_matches(games), std::logic_error);
        CHECK(store.matches().size() == 1);
    }
    store.add_match(sample_played(1));
    CHECK(store.matches().size() == 2);
}

TEST_CASE("a match in which neither bot could be started is kept, and counts for neither") {
    const TempFolder folder;
    {
        Store store = Store::create(folder / "t.db", sample_head());
        store.add_games(sample_games(1));
        protocol::MatchLog neither = sample_match(0);
        neither.result = {std::nullopt, protocol::Ending::aborted, "neither could be started"};
        neither.failure.reset();
        neither.opening = static_cast<int>(neither.plies.size());
        store.add_match(played_game(sample_game(0), neither));
    }
    const GameResult result = *Store::open(folder / "t.db").results().find(0);
    CHECK_FALSE(result.counts);
    CHECK(half_points_of_first(result) == 0);
    CHECK(half_points_of_second(result) == 0);
    CHECK(half_points_of_second({0, std::nullopt, false}) == 1);
}

TEST_CASE("a tournament is resumed by the same entrants with the same settings") {
    const SampleFile file;
    file.create(4);
    TournamentHead head = sample_head();
    head.created_at = "2027-01-01T00:00:00Z";
    head.settings =
        R"({"games": 2, "limits": {"move_us": 1000}, "game": "magnetize:height=2,width=3", "format": "round-robin"})";
    Store store = Store::resume(file.path, head);
    CHECK(store.head().created_at == sample_head().created_at);
    store.add_match(sample_played(3));
    CHECK(store.results().size() == 1);
}

TEST_CASE("a command of any bytes can be resumed") {
    const TempFolder folder;
    TournamentHead head = sample_head();
    head.entrants[0].command = {"./\xff\xfe", std::string("a\0b", 3)};
    head.entrants[0].files[0].path = "./\xff\xfe";
    Store::create(folder / "t.db", head);
    CHECK_NOTHROW(Store::resume(folder / "t.db", head));
}

TEST_CASE("a later version resumes what an earlier one began") {
    const SampleFile file;
    TournamentHead head = sample_head();
    head.referee_version = "0.9.0";
    Store::create(file.path, head);
    for (const char* version : {"0.9.0", "0.9.1", "0.10.0", "1.0.0"}) {
        head.referee_version = version;
        CHECK_NOTHROW(Store::resume(file.path, head));
    }
}

TEST_CASE("the message names all differences when a tournament is resumed") {
    const SampleFile file;
    Store::create(file.path, sample_head());
    const auto said = [&](auto change) {
        TournamentHead head = sample_head();
        change(head);
        const std::string line = error_of([&] { Store::resume(file.path, head); });
        const std::string begin = "tournament file '" + file.path + "' can't be resumed: ";
        REQUIRE(line.substr(0, begin.size()) == begin);
        return line.substr(begin.size());
    };
    const std::string leave_options = "; settings can't be changed when resuming: omit these options";
    const std::string put_back =
        "; restore its bots, or record the change: referee change FILE add BOT, withdraw NAME or replace "
        "NAME=BOT";
    const std::string elsewhere = "; run referee in the folder in which the tournament was started";
    CHECK(said([](auto& head) {
              head.settings = R"({"format":"swiss","game":"magnetize:height=2,width=3","games":2,"rounds":3})";
          }) ==
          "format was \"round-robin\" and is \"swiss\"; limits/move_us was 1000 and is not set; rounds was not set and "
          "is 3" +
              leave_options);
    // Settings are named as they are given, and those that follow from them are not.
    CHECK(said([](auto& head) {
              auto settings = protocol::parse_json(head.settings);
              settings.update({{"until", "elo=20"},
                               {"elo_scale", "score"},
                               {"anchor", {{"entrant", 2}, {"elo", 50.5}}},
                               {"format", "gauntlet"},
                               {"challenger", 1}});
              head.settings = protocol::json_text(settings);
          }) ==
          "anchor was not set and is \"py=50.5\"; challenger was not set and is \"bob's\"; format was \"round-robin\" "
          "and "
          "is \"gauntlet\"; until was not set and is \"elo=20\"" +
              leave_options);
    CHECK(said([](auto& head) {
              auto settings = protocol::parse_json(head.settings);
              settings["openings"] = {{"order", "in_order"}, {"start", 4}};
              head.settings = protocol::json_text(settings);
          }) == "openings/order was not set and is \"in_order\"; openings/start was not set and is 5" + leave_options);
    CHECK(said([](auto& head) { head.entrants[0].limits = "memory=64M"; }) ==
          "entrant 1 'ann' had no limits of its own and has memory=64M" + leave_options);
    CHECK(said([](auto& head) { head.seed = 4; }) == "the seed was 9007199254740991 and is 4" + leave_options);
    CHECK(said([](auto& head) { head.referee_version = "0.0.9"; }) ==
          "it was started with referee 0.1.0, and this is version 0.0.9; continue with one that is not older, or begin "
          "another tournament");
    CHECK(said([](auto& head) { head.entrants.pop_back(); }) ==
          "there were 3 entrants, and now there are 2" + put_back);
    CHECK(said([](auto& head) {
              head.entrants.push_back({"new", {}, {}});
          }) == "there were 3 entrants, and now there are 4" + put_back);
    CHECK(said([](auto& head) { std::swap(head.entrants[0], head.entrants[2]); }) ==
          "entrant 1 'ann' is now 'py'; entrant 3 'py' is now 'ann'" + put_back);
    CHECK(said([](auto& head) { head.entrants[0].command[2] = "4"; }) ==
          R"(entrant 1 'ann' was run as ["./ann","--depth","3"] and is now run as ["./ann","--depth","4"])" + put_back);
    CHECK(said([](auto& head) { head.entrants[2].files[1].sha256[9] = '0'; }) ==
          "entrant 3 'py': its file py.py has changed" + put_back);
    CHECK(said([](auto& head) { head.entrants[2].files[1].path = "q.py"; }) ==
          "entrant 3 'py' no longer has its file py.py; entrant 3 'py' has a new file q.py" + elsewhere);
    CHECK(said([](auto& head) {
              head.settings = R"({"a":1,"b":1,"c":1,"d":1})";
          }).ends_with("; and 2 more" + leave_options));
    CHECK(said([](auto& head) {
              head.entrants[0].files.clear();
              head.entrants[2].files.pop_back();
          }) ==
          "entrant 1 'ann' no longer has its file /bots/ann (2 files are missing in all); put back what is missing, or "
          "begin another tournament");
    const auto without_script = [](auto& head) { head.entrants[2].files.pop_back(); };
    CHECK(said(without_script) == "entrant 3 'py' no longer has its file py.py" + elsewhere);
    file.folder.write("py.py", "");
    CHECK(said(without_script).ends_with("; run referee in " + file.folder.path() + ", which contains its bots"));
}

TEST_CASE("a change brings new entrants, and sets matches aside") {
    const SampleFile file;
    TournamentHead head = sample_head();
    head.changes.push_back({.kind = Change::Kind::left_out,
                            .at = "2026-01-01T10:00:00Z",
                            .name = "bad",
                            .reason = "it does not answer",
                            .last_words = "one\ntwo"});
    const StoredEntrant fresh = {"new", {"./new"}, {{"new", std::string(64, 'e')}}};
    const std::vector<Change> changes = {
        {.kind = Change::Kind::joined, .at = "2026-01-02T10:00:00Z", .planned = 4, .entrant = 3},
        {.kind = Change::Kind::withdrawn,
         .at = "2026-01-02T10:00:00Z",
         .planned = 4,
         .entrant = 1,
         .annulled = true,
         .cancelled = {3}},
        {.kind = Change::Kind::again, .at = "2026-01-02T10:00:00Z", .planned = 4, .games = {0, 2}},
        {.kind = Change::Kind::played,
         .at = "2026-01-02T10:00:00Z",
         .planned = 4,
         .run = {.games = 2, .void_games = 3, .void_games_of = {{0, 1}, {2, 2}}, .starved_turns = 5}}};
    std::string log;
    {
        Store store = Store::create(file.path, head);
        store.add_games(sample_games(4));
        for (const int number : {0, 1, 2})
            store.add_match(sample_played(number));
        log = *store.log_of(2);
        store.change(changes, {&fresh, 1});
        CHECK_FALSE(store.has_match(0));
        CHECK(store.has_match(1));
        CHECK(store.results().find(3)->cancelled);
        store.add_match(sample_played(2));
        CHECK(*store.log_of(2) == log);
    }
    head.entrants.push_back(fresh);
    head.changes.insert(head.changes.end(), changes.begin(), changes.end());
    CHECK(Store::open(file.path).head() == head);
    CHECK_NOTHROW(Store::resume(file.path, head));
    CHECK(error_of([&] { file.resume(); }) != "(no error)");
    const Database database(file.path, Database::Mode::unchanging);
    CHECK(database.number("SELECT count(*) FROM set_aside WHERE change = 4") == 2);
    CHECK(database.number("SELECT count(*) FROM matches") == 2);
}

TEST_CASE("the last match that was set aside becomes the match of its game again, with its log and its times") {
    const SampleFile file;
    Store store = file.create(3);
    for (const int number : {0, 1, 2})
        store.add_match(sample_played(number));
    const auto summary_of = [](const Store& one) { return one.matches(); };
    const std::vector<StoredMatch> before = summary_of(store);
    REQUIRE(before[1].first_longest);
    const std::string log = *store.log_of(1);
    const Change again{.kind = Change::Kind::again, .games = {0, 1}};
    store.change({&again, 1}, {});
    TournamentHead next = store.head();
    const Change leaves{.kind = Change::Kind::withdrawn, .planned = 3, .entrant = 0, .reinstated = {0, 1}};
    next.changes.push_back(leaves);
    const FinishedGames expected = store.results_under(next);
    store.change({&leaves, 1}, {});
    CHECK(summary_of(store) == before);
    CHECK(*store.log_of(1) == log);
    CHECK(expected.size() == 3);
    for (int number = 0; number < 3; ++number)
        CHECK(*expected.find(number) == *store.results().find(number));
    CHECK(Store::open(file.path).head().changes.back() == leaves);
    const Database database(file.path, Database::Mode::read_only);
    CHECK(database.number("SELECT count(*) FROM set_aside") == 0);
}

TEST_CASE("a match that was never set aside can't be reinstated") {
    const SampleFile file;
    Store store = file.create(2);
    const Change leaves{.kind = Change::Kind::withdrawn, .entrant = 0, .reinstated = {1}};
    CHECK_THROWS_AS(store.change({&leaves, 1}, {}), games::UserError);
    CHECK(store.head() == sample_head());
}

TEST_CASE("changes that fail leave the file as it was") {
    const SampleFile file;
    Store store = file.create(2);
    const std::vector<Change> changes = {{.kind = Change::Kind::joined, .entrant = 0},
                                         {.kind = Change::Kind::again, .games = {1}}};
    CHECK_THROWS_AS(store.change(changes, {}), std::logic_error);
    CHECK(store.head() == sample_head());
    CHECK(Store::open(file.path).head() == sample_head());
}

TEST_CASE("settings of older versions are read with the random choices of that time, on the one scale of Elo") {
    referee::tournament::Settings settings;
    settings.game = "magnetize";
    settings.until = referee::tournament::Goal{referee::tournament::Goal::Kind::elo, 30};
    auto older = protocol::parse_json(to_json(settings));
    CHECK(older.at("draws") == "sha256");
    older.erase("draws");
    older["elo_scale"] = "odds";
    settings.draws = referee::DrawMethod::splitmix64;
    CHECK(to_json(settings_of_json(protocol::json_text(older))) == to_json(settings));
}

}  // namespace tournament_test
