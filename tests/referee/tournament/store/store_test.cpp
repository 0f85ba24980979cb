// Tests that a tournament file returns the stored data, and refuses data of another tournament.
#include "referee/tournament/store/store.hpp"

#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include "referee/match/moves_hash.hpp"
#include "referee/tournament/store/store_file.hpp"
#include "tests/referee/temp_folder.hpp"
#include "tests/referee/tournament/store/sample_tournament.hpp"
#include "tests/referee/user_error.hpp"

namespace tournament_test {

namespace {

std::vector<std::string> files_in(const std::string& folder) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        names.push_back(entry.path().filename());
    return names;
}

}  // namespace

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
    CHECK(files_in(file.folder.path()) == std::vector<std::string>{"t.db"});
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

TEST_CASE("an existing file is never overwritten") {
    const TempFolder folder;
    const std::string path = folder.write("t.db", "precious");
    CHECK(error_of([&] { Store::create(path, sample_head()); }) ==
          "tournament file '" + path + "' already exists: continue it with --resume, or choose another name");
    CHECK(std::filesystem::file_size(path) == 8);
    CHECK(files_in(folder.path()).size() == 1);
}

TEST_CASE("a file that appears while another is being created is not overwritten either") {
    const SampleFile file;
    CHECK(error_of([&] { create_file(file.path, [&](const Database&) { file.folder.write("t.db", "precious"); }); }) !=
          "(no error)");
    CHECK(std::filesystem::file_size(file.path) == 8);
    CHECK(files_in(file.folder.path()).size() == 1);
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

}  // namespace tournament_test
