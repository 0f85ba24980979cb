// Tests the feed of a tournament's file while the file is written.
#include "referee/web/serve/store_feed.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <thread>
#include <vector>

#include "games/user_error.hpp"
#include "tests/referee/tournament/figures/tables/played_tables.hpp"
#include "tests/referee/tournament/paper/store/sample_tournament.hpp"

namespace referee::serve {

using namespace tournament_test;
using namespace std::chrono_literals;

namespace {

/// A file with planned games of a game that this program knows.
Store store_of(const SampleFile& file, int games) {
    TournamentHead head = sample_head();
    head.settings = tournament_test::head_of({"a", "b", "c"}).settings;
    Store store = Store::create(file.path, head);
    store.add_games(sample_games(games));
    return store;
}

/// Refreshes the feed until it takes something: reading has only a share of the time.
void take(StoreFeed& feed) {
    const TimePoint end = Clock::now() + 60s;
    while (!feed.refresh()) {
        REQUIRE(Clock::now() < end);
        std::this_thread::sleep_for(1ms);
    }
}

}  // namespace

TEST_CASE("A feed takes new games, and begins anew when earlier ones are no longer valid") {
    const SampleFile file;
    Store store = store_of(file, 6);
    StoreFeed feed(store.view(), file.path);
    CHECK(feed.refresh());
    CHECK((feed.rows().rows.empty() && feed.account().played() == 0));
    CHECK(!feed.refresh());
    for (int number = 0; number < 3; ++number) {
        store.add_match(sample_played(number));
        take(feed);
        CHECK(feed.rows().rows.size() == static_cast<std::size_t>(number) + 1);
    }
    CHECK(feed.generation() == 0);
    CHECK(feed.rows().rows[1].number == 1);
    const Change annulment{.kind = Change::Kind::withdrawn, .planned = 6, .entrant = 0, .annulled = true};
    store.change({&annulment, 1}, {});
    take(feed);
    CHECK(feed.generation() == 1);
    CHECK(feed.rows().rows.size() == 3);
    CHECK(feed.account().head().changes.size() == 1);
}

TEST_CASE("A feed says that its file was moved, and goes on when it is back") {
    const SampleFile file;
    Store store = store_of(file, 6);
    StoreFeed feed(store.view(), file.path);
    take(feed);
    std::filesystem::rename(file.path, file.path + ".moved");
    CHECK_THROWS_AS(static_cast<void>(feed.refresh()), games::UserError);
    std::filesystem::rename(file.path + ".moved", file.path);
    CHECK(!feed.refresh());
}

TEST_CASE("Other threads read logs while games are added and taken") {
    constexpr int count = 200;
    const SampleFile file;
    Store store = store_of(file, count);
    StoreFeed feed(store.view(), file.path);
    take(feed);
    std::atomic<bool> is_over = false;
    std::atomic<int> found = 0;
    std::vector<std::jthread> readers(2);
    for (std::jthread& reader : readers)
        reader = std::jthread([&] {
            for (int number = 0; !is_over; number = (number + 1) % count)
                found += feed.read([&](const Store& now) { return now.log_of(number); }) ? 1 : 0;
        });
    std::jthread writer([&] {
        for (int number = 0; number < count; ++number)
            store.add_match(sample_played(number));
    });
    while (feed.rows().rows.size() < count)
        take(feed);
    while (found == 0)
        std::this_thread::sleep_for(1ms);
    is_over = true;
}

TEST_CASE("Work with a share of the time is due again after twenty times its duration") {
    TimeShare share;
    CHECK(share.is_due());
    CHECK(!share.is_due(Clock::now().time_since_epoch() + 1h));
    const TimePoint now = Clock::now();
    share.used_since(now - 100ms);
    CHECK(!share.is_due());
    share.used_since(now - 2h, 1h);
    CHECK(!share.is_due());
    share.used_since(now, 1h);
    CHECK(!share.is_due());
}

}  // namespace referee::serve
