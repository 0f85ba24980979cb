// Tests that one process can write a tournament's file while any number of other processes read it.
#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "games/user_error.hpp"
#include "tests/referee/temp_folder.hpp"
#include "tests/referee/tournament/store/child.hpp"
#include "tests/referee/tournament/store/sample_tournament.hpp"

namespace tournament_test {

TEST_CASE("a second process can read, but not write, while the first may write") {
    const SampleFile file;
    file.create(10);
    const std::string busy = "tournament file '" + file.path + "' is being written by another process";
    Child writer([&](auto tell) {
        Store store = file.resume();
        store.add_match(sample_played(0));
        tell(1);
        ::pause();
        return 0;
    });
    REQUIRE(writer.next() == 1);
    CHECK_THROWS_WITH_AS(file.resume(), busy.c_str(), games::UserError);
    {
        const Store reader = Store::open(file.path);
        CHECK(reader.is_being_written());
        CHECK(reader.results().size() == 1);
        writer.kill();
        writer.finish();
        CHECK(!reader.is_being_written());
        Child other([&](auto tell) {
            file.resume().add_match(sample_played(1));
            tell(1);
            return 0;
        });
        REQUIRE(other.next() == 1);
        other.finish();
        CHECK(reader.results().size() == 1);
    }
    CHECK(Store::open(file.path).results().size() == 2);
    CHECK(std::distance(std::filesystem::directory_iterator(file.folder.path()), {}) == 1);
}

TEST_CASE("a reader sees new matches, one state at a time, and blocks nobody") {
    const SampleFile file;
    file.create(2000);
    Child writer([&](auto tell) {
        Store store = file.resume();
        for (int number = 0; number < 2000; ++number) {
            store.add_match(sample_played(number));
            tell(number);
        }
        ::pause();
        return 0;
    });
    Store reader = Store::open(file.path);
    int seen = 0;
    int looks_with_news = 0;
    for (int added = writer.next(); added < 1999; added = writer.next()) {
        if (added % 50 != 0) continue;
        const bool news = reader.refresh();
        const int matches = reader.results().size();
        CHECK(news == (matches != seen));
        CHECK(matches > added);
        CHECK(reader.results().size() == matches);
        int later = seen;
        reader.for_each_summary([&](const StoredMatch& match) { CHECK(match.result.number == later++); }, seen);
        CHECK(later == matches);
        looks_with_news += news ? 1 : 0;
        seen = matches;
        reader.release_snapshot();
    }
    CHECK(looks_with_news > 5);
    CHECK(!reader.refresh() == (seen == 2000));
    CHECK(!reader.refresh());
    CHECK(reader.results().size() == 2000);
    CHECK(reader.games(1990).size() == 10);
    writer.kill();
}

TEST_CASE("the WAL can be merged into the file while another process has the file open, but not while it reads") {
    const SampleFile file;
    Store store = file.create(10);
    for (const bool reads : {true, false}) {
        Child reader([&](auto tell) {
            Store look = Store::open(file.path);
            if (!reads) look.release_snapshot();
            tell(1);
            ::pause();
            return 0;
        });
        REQUIRE(reader.next() == 1);
        store.add_match(sample_played(reads ? 0 : 1));
        CHECK(store.gather_into_one_file() ==
              (reads ? std::optional<std::string>("another process is reading it") : std::nullopt));
        reader.kill();
    }
    CHECK(std::filesystem::file_size(file.path + "-wal") == 0);
}

}  // namespace tournament_test
