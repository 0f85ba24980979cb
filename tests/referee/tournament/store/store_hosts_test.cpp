// Tests that games played on other machines keep the names of their hosts.
#include <doctest/doctest.h>

#include "referee/tournament/store/store.hpp"
#include "referee/tournament/tables/hosts.hpp"
#include "tests/referee/temp_folder.hpp"
#include "tests/referee/tournament/store/sample_tournament.hpp"
#include "tests/referee/user_error.hpp"

namespace tournament_test {

namespace {

PlayedGame played_on(int number, const std::string& host, std::int64_t speed) {
    PlayedGame played = sample_played(number);
    played.on =
        PlayedOn{host, "CPU of " + host, 4, speed, 150, protocol::Micros(10 + number), protocol::Micros(5'000'000)};
    if (number % 2 != 0) played.void_games = {{0, "late"}};
    return played;
}

}  // namespace

TEST_CASE("hosts are kept as soon as another machine has played a game") {
    const SampleFile file;
    {
        Store store = file.create(30);
        store.add_match(sample_played(0));
        CHECK(hosts_of(store).empty());
    }
    {
        Store store = file.resume();
        store.add_matches(std::vector{played_on(1, "n1", 400'000), played_on(2, "n2", 300'000)});
        store.add_match(played_on(3, "n1", 420'000));
    }
    {
        Store store = file.resume();
        store.add_match(played_on(4, "n2", 300'000));
    }
    const Store store = Store::open(file.path);
    CHECK(store.matches().size() == 5);
    const auto hosts = hosts_of(store);
    REQUIRE(hosts.size() == 2);
    CHECK(hosts[0].name == "n1");
    CHECK(hosts[0].cpu == "CPU of n1");
    CHECK(hosts[0].cores == 4);
    CHECK(hosts[0].games == 2);
    CHECK(hosts[0].void_games == 2);
    CHECK(hosts[0].speed() == 410'000);
    CHECK(hosts[0].latest == protocol::Micros(13));
    CHECK(hosts[1].games == 2);
    CHECK(hosts[1].void_games == 0);
}

TEST_CASE("a changed host is damage") {
    const SampleFile file;
    Store store = file.create(3);
    store.add_match(played_on(1, "n1", 400'000));
    for (const char* change : {"UPDATE hosts SET name = 'n9'", "UPDATE played_on SET speed = 9"}) {
        {
            Database database(file.path, Database::Mode::read_write);
            database.execute(change);
        }
        CHECK(error_of([&] { static_cast<void>(hosts_of(Store::open(file.path))); }).find("has been changed") !=
              std::string::npos);
        Database(file.path, Database::Mode::read_write).execute("UPDATE hosts SET name = 'n1'");
    }
}

TEST_CASE("a warning names hosts that differ by more than a tenth") {
    const auto host = [](const std::string& name, std::int64_t speed) {
        PlayedOn on;
        on.host = name;
        on.speed = speed;
        return account_of_host(on);
    };
    CHECK(speed_warning({}).empty());
    CHECK(speed_warning({host("a", 100'000)}).empty());
    CHECK(speed_warning({host("a", 100'000), host("b", 110'000)}).empty());
    CHECK(speed_warning({host("a", 125'000), host("b", 100'000)}) ==
          "a is 25 % faster than b: equal limits of time are not equal there;\n--scale-time adapts them");
    CHECK(hosts_text({}).empty());
    CHECK(hosts_text({host("a", 125'000), host("b", 100'000)}).find("\n--scale-time adapts them\n") !=
          std::string::npos);
}

}  // namespace tournament_test
