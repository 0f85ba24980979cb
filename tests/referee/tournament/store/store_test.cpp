// A tournament file returns what was stored in it, and refuses what does not belong to it.
#include "referee/tournament/store/store.hpp"

#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include <doctest/doctest.h>

#include "games/user_error.hpp"
#include "referee/tournament/store/store_file.hpp"
#include "tests/referee/temp_folder.hpp"
#include "tests/referee/tournament/store/sample_tournament.hpp"

namespace tournament_test {

namespace {

template <class Action>
std::string refusal(Action action) {
    try {
        action();
    } catch (const games::UserError& error) {
        return error.what();
    }
    return "";
}

std::vector<std::string> files_in(const std::string& folder) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        names.push_back(entry.path().filename());
    return names;
}

}  // namespace

TEST_CASE("a tournament file returns what was stored in it") {
    const TempFolder folder;
    const std::string path = folder / "t.db";
    const auto games = sample_games(30);
    {
        Store store = Store::create(path, sample_head());
        CHECK(store.head() == sample_head());
        CHECK(store.games().empty());
        store.add_games(games);
        for (const int number : {29, 0, 7, 5})
            store.add_match(sample_played(number));
    }
    CHECK(files_in(folder.path()) == std::vector<std::string>{"t.db"});
    const Store store = Store::open(path);
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
    const TempFolder folder;
    Store store = Store::create(folder / "t.db", sample_head());
    store.add_games(sample_games(1));
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

TEST_CASE("a file that exists is never written over") {
    const TempFolder folder;
    const std::string path = folder.write("t.db", "precious");
    CHECK(refusal([&] { Store::create(path, sample_head()); }) ==
          "tournament file '" + path + "' already exists: continue it with --resume, or choose another name");
    CHECK(std::filesystem::file_size(path) == 8);
    CHECK(files_in(folder.path()).size() == 1);
}

TEST_CASE("a file that comes while another is being made is not written over either") {
    const TempFolder folder;
    const std::string path = folder / "t.db";
    CHECK(!refusal([&] { create_file(path, [&](const Database&) { folder.write("t.db", "precious"); }); }).empty());
    CHECK(std::filesystem::file_size(path) == 8);
    CHECK(files_in(folder.path()).size() == 1);
}

TEST_CASE("if no file can be made, the reason is told") {
    const TempFolder folder;
    CHECK(refusal([&] { Store::create(folder / "no/t.db", sample_head()); }) ==
          "tournament file '" + folder / "no/t.db" + "' can't be made: No such file or directory");
}

TEST_CASE("a name is a file's name, whatever it looks like") {
    const TempFolder folder;
    const ScopedFolder inside(folder.path());
    for (const std::string name : {":memory:", "t.db?mode=memory", "a#b%41 \xff.db"}) {
        Store::create(name, sample_head());
        CHECK(Store::open(name).head() == sample_head());
        CHECK(std::filesystem::exists(name));
    }
}

TEST_CASE("a tournament is resumed by the same entrants with the same settings") {
    const TempFolder folder;
    const std::string path = folder / "t.db";
    Store::create(path, sample_head()).add_games(sample_games(4));
    TournamentHead head = sample_head();
    head.created_at = "2027-01-01T00:00:00Z";
    head.settings =
        R"({"games": 2, "limits": {"move_us": 1000}, "game": "magnetize:height=2,width=3", "format": "round-robin"})";
    Store store = Store::resume(path, head);
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

TEST_CASE("all differences are told when a tournament is resumed") {
    const TempFolder folder;
    const std::string path = folder / "t.db";
    Store::create(path, sample_head());
    const auto said = [&](auto change) {
        TournamentHead head = sample_head();
        change(head);
        const std::string line = refusal([&] { Store::resume(path, head); });
        const std::string begin = "tournament file '" + path + "' can't be resumed: ";
        REQUIRE(line.substr(0, begin.size()) == begin);
        return line.substr(begin.size());
    };
    const std::string leave_options = "; its settings stay as they are: omit such options";
    const std::string put_back = "; put its bots back as they were, or begin another tournament";
    const std::string elsewhere = "; start in the folder in which it was begun";
    CHECK(said([](auto& head) {
              head.settings = R"({"format":"swiss","game":"magnetize:height=2,width=3","games":2,"rounds":3})";
          }) ==
          "format was \"round-robin\" and is \"swiss\"; limits/move_us was 1000 and is not set; rounds was not set and "
          "is 3" +
              leave_options);
    CHECK(said([](auto& head) { head.seed = 4; }) == "the seed was 9007199254740991 and is 4" + leave_options);
    CHECK(said([](auto& head) { head.referee_version = "9"; }) ==
          "it was begun by referee 0.1.0 and this is 9; continue with that one, or begin another tournament");
    CHECK(said([](auto& head) { head.entrants.pop_back(); }) == "there were 3 entrants and are 2" + put_back);
    CHECK(said([](auto& head) {
              head.entrants.push_back({"new", {}, {}});
          }) == "there were 3 entrants and are 4" + put_back);
    CHECK(said([](auto& head) { std::swap(head.entrants[0], head.entrants[2]); }) ==
          "entrant 1 'ann' is now 'py'; entrant 3 'py' is now 'ann'" + put_back);
    CHECK(said([](auto& head) { head.entrants[0].command[2] = "4"; }) ==
          R"(entrant 1 'ann' was run by ["./ann","--depth","3"] and now by ["./ann","--depth","4"])" + put_back);
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
    folder.write("py.py", "");
    CHECK(said(without_script).ends_with("; start in " + folder.path() + ", where the files of its bots are"));
}

TEST_CASE("a ladder takes new entrants at the end of the list") {
    const TempFolder folder;
    const std::string path = folder / "t.db";
    Store::create(path, sample_head());
    TournamentHead head = sample_head();
    head.entrants.push_back({"new", {"./new"}, {{"new", std::string(64, 'e')}}});
    Store::resume(path, head, true);
    CHECK(Store::open(path).head() == head);
    CHECK(!refusal([&] { Store::resume(path, sample_head(), true); }).empty());
    std::swap(head.entrants[0], head.entrants[1]);
    CHECK(!refusal([&] { Store::resume(path, head, true); }).empty());
}

TEST_CASE("only what the schedule asks for and has no match is missing") {
    const TempFolder folder;
    const std::string path = folder / "t.db";
    FormatSettings settings;
    settings.format = Format::swiss;
    {
        Store store = Store::create(path, sample_head());
        const auto schedule = make_schedule(settings, 3, 5);
        const auto missing = store.missing_games(*schedule);
        CHECK(missing == schedule->ready({}));
        REQUIRE(missing.size() == 2);
        store.add_match(sample_played(1));
        CHECK(store.missing_games(*schedule) == std::vector{missing[0]});
    }
    Store store = Store::resume(path, sample_head());
    const auto schedule = make_schedule(settings, 3, 5);
    CHECK(store.missing_games(*schedule).size() == 1);
    store.add_match(sample_played(0));
    const auto second_round = store.missing_games(*schedule);
    CHECK(second_round.size() == 2);
    CHECK(store.games().size() == 4);
    const auto other = make_schedule(settings, 3, 6);
    CHECK(refusal([&] { store.missing_games(*other); }) ==
          "tournament file '" + path + "' holds other games than are planned now");
}

TEST_CASE("a match that was broken off is no played game") {
    protocol::MatchLog aborted = sample_match(2);
    aborted.result.ending = protocol::Ending::aborted;
    CHECK_THROWS_AS(played_game(sample_game(2), aborted), std::logic_error);
}

TEST_CASE("a match that is not planned or already exists is not added, nor are those beside it") {
    const TempFolder folder;
    Store store = Store::create(folder / "t.db", sample_head());
    store.add_games(sample_games(3));
    store.add_match(sample_played(0));
    for (const int bad : {7, 0}) {
        const PlayedGame games[] = {sample_played(1), sample_played(bad)};
        CHECK_THROWS_AS(store.add_matches(games), std::logic_error);
        CHECK(store.matches().size() == 1);
    }
    store.add_match(sample_played(1));
    CHECK(store.matches().size() == 2);
}

TEST_CASE("a match that neither bot could start is kept, and counts for nobody") {
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

TEST_CASE("only what SQLite calls damage is called damage") {
    const TempFolder folder;
    const Database database(folder / "t.db", Database::Mode::in_memory);
    CHECK(refusal([&] { database.fail(SQLITE_CORRUPT); }).find("' is damaged: ") != std::string::npos);
    for (const int code : {SQLITE_INTERRUPT, SQLITE_AUTH, SQLITE_NOLFS, SQLITE_INTERNAL, 200}) {
        INFO(code);
        CHECK(fault_of(code) == FileFault::unknown);
        try {
            database.fail(code);
        } catch (const games::UserError& error) {
            FAIL("the user is blamed: " << std::string(error.what()));
        } catch (const std::runtime_error& error) {
            CHECK(std::string(error.what()).find("' can't be used: ") != std::string::npos);
        }
    }
    CHECK(fault_of(SQLITE_BUSY_SNAPSHOT) == FileFault::in_use);
    CHECK(fault_of(SQLITE_FULL) == FileFault::disk_full);
    CHECK(fault_of(SQLITE_IOERR_READ) == FileFault::not_read);
    CHECK(fault_of(SQLITE_IOERR_SHORT_READ) == FileFault::damaged);
    CHECK(fault_of(SQLITE_IOERR_FSYNC) == FileFault::not_written);
}

TEST_CASE("a file that is not a tournament file is refused as such") {
    const TempFolder folder;
    const auto said = [&](const std::string& path) { return refusal([&] { Store::open(path); }); };
    const std::string text = folder.write("text", std::string(5000, 'x'));
    CHECK(said(text) == "'" + text + "' is no tournament file, or its first bytes are damaged");
    const std::string empty = folder.write("empty", "");
    CHECK(said(empty) == "'" + empty + "' is empty, and no tournament file");
    CHECK(said(folder / "none") ==
          "tournament file '" + folder / "none" + "' can't be opened: No such file or directory");
    CHECK(said(folder.path()) == "'" + folder.path() + "' is not a file");
    const std::string other = folder.write("other", "");
    Database(other, Database::Mode::read_write).execute("CREATE TABLE t (a)");
    CHECK(said(other) == "'" + other + "' is a database, but no tournament file");
}

TEST_CASE("a file of another format, and one that somebody has changed, are refused") {
    const TempFolder folder;
    const auto said_after = [&](const char* sql) {
        const std::string path = folder / "t.db";
        std::filesystem::remove(path);
        Store store = Store::create(path, sample_head());
        store.add_games(sample_games(2));
        store.add_match(sample_played(1));
        { const Store gone = std::move(store); }
        // As other programs write it: they do not look at foreign keys.
        Database(path, Database::Mode::read_write).execute((std::string("PRAGMA foreign_keys = OFF;") + sql).c_str());
        const std::string line = refusal([&] {
            const Store changed = Store::open(path);
            changed.games();
            changed.results();
            changed.for_each_match([](int, std::string_view) {});
        });
        return line.empty() ? line : line.substr(line.find("' ") + 2);
    };
    CHECK(said_after("SELECT 1") == "");
    CHECK(said_after("PRAGMA user_version = 2") == "has format 2; this referee knows format 1");
    CHECK(said_after("ALTER TABLE matches ADD COLUMN more TEXT") == "is damaged: the table matches has been changed");
    CHECK(said_after("CREATE TABLE zoo (a)") == "is damaged: there is something in it that does not belong there");
    CHECK(said_after("UPDATE matches SET winner = 0") == "is damaged: match 1 has been changed");
    CHECK(said_after("UPDATE matches SET ending = 'x'") == "is damaged: match 1 has been changed");
    CHECK(said_after("UPDATE games SET pair = 9") == "is damaged: game 0 has been changed");
    CHECK(said_after("UPDATE games SET pair = -1") == "is damaged: a value in column pair is out of range");
    CHECK(said_after("DELETE FROM games WHERE number = 0") == "is damaged: game 0 is missing");
    CHECK(said_after("UPDATE logs SET log = log || ' '") == "is damaged: the log of match 1 has been changed");
    CHECK(said_after("DELETE FROM logs") == "is damaged: the number of logs and matches differs");
    CHECK(said_after("UPDATE logs SET number = 0") == "is damaged: the log of match 1 has been changed");
    CHECK(said_after("UPDATE meta SET value = '5' WHERE key = 'seed'") ==
          "is damaged: the table meta has been changed");
    CHECK(said_after("DELETE FROM meta WHERE key = 'seed'") == "is damaged: the table meta has no seed");
    CHECK(said_after("UPDATE entrants SET name = 'x'") == "is damaged: entrant 0 has been changed");
    CHECK(said_after("UPDATE entrant_files SET sha256 = 'x'") == "is damaged: a file of an entrant has been changed");
    CHECK(said_after("DELETE FROM entrants WHERE number = 0") == "is damaged: entrant 1 has been changed");
}

}  // namespace tournament_test
