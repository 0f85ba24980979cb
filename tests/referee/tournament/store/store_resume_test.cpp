// Tests that a tournament is resumed only with the same entrants and the same settings, and that the message names all
// differences.
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "referee/tournament/store/sqlite.hpp"
#include "tests/referee/temp_folder.hpp"
#include "tests/referee/tournament/store/sample_tournament.hpp"
#include "tests/referee/user_error.hpp"

namespace tournament_test {

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
    CHECK(said([](auto& head) { head.entrants[0].limits = "memory=64M"; }) ==
          "entrant 1 'ann' had no limits of its own and has memory=64M" + leave_options);
    CHECK(said([](auto& head) { head.seed = 4; }) == "the seed was 9007199254740991 and is 4" + leave_options);
    CHECK(said([](auto& head) { head.referee_version = "9"; }) ==
          "it was started with referee 0.1.0, and this is version 9; continue with that one, or begin another "
          "tournament");
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

TEST_CASE("changes that fail leave the file as it was") {
    const SampleFile file;
    Store store = file.create(2);
    const std::vector<Change> changes = {{.kind = Change::Kind::joined, .entrant = 0},
                                         {.kind = Change::Kind::again, .games = {1}}};
    CHECK_THROWS_AS(store.change(changes, {}), std::logic_error);
    CHECK(store.head() == sample_head());
    CHECK(Store::open(file.path).head() == sample_head());
}

}  // namespace tournament_test
