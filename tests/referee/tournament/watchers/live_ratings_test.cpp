// Ratings beside play: they never hold it up, and the newest are shown.
#include "referee/tournament/watchers/live_ratings.hpp"

#include <doctest/doctest.h>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "tests/referee/tournament/tables/played_tables.hpp"

namespace tournament_test {

namespace {

using namespace std::chrono_literals;

/// Time passes only if the test says so.
class SetClock : public referee::TurnClock {
public:
    referee::TimePoint now() const override { return referee::TimePoint(time_.load()); }
    void pass(referee::Duration time) { time_ = time_.load() + time; }

private:
    std::atomic<referee::Duration> time_ = referee::Duration(1h);
};

/// A rating that takes until the test lets it go; its draw rate tells how many games it knows.
class SlowRating {
public:
    Ratings rate(const Results& results, const RatingSettings& /*settings*/) {
        std::unique_lock lock(mutex_);
        ++begun_;
        changed_.notify_all();
        changed_.wait(lock, [&] { return allowed_ >= begun_; });
        Ratings ratings;
        ratings.draw_rate.games = results.total().games();
        return ratings;
    }
    void allow_one() {
        const std::lock_guard lock(mutex_);
        ++allowed_;
        changed_.notify_all();
    }
    bool has_begun(int count) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, 10s, [&] { return begun_ >= count; });
    }
    int begun() {
        const std::lock_guard lock(mutex_);
        return begun_;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    int begun_ = 0;
    int allowed_ = 0;
};

struct Watched : Played {
    Watched() : Played(head_of({"a", "b"}, settings_for(Format::round_robin, 1000))) {}

    std::uint64_t shown() { return live.of(account).draw_rate.games; }
    /// Whether so many games are shown within ten seconds.
    bool comes_to_show(std::uint64_t games) {
        for (int looks = 0; looks < 10'000; ++looks) {
            if (shown() == games) return true;
            std::this_thread::sleep_for(1ms);
        }
        return false;
    }

    SlowRating slow;
    SetClock clock;
    LiveRatings live{[this](const auto& results, const auto& settings) { return slow.rate(results, settings); }, clock};
};

}  // namespace

TEST_CASE("play goes on while ratings are computed, and one computation runs at a time") {
    Watched watched;
    watched.game(0, 1, '1');
    CHECK(watched.shown() == 0);
    REQUIRE(watched.slow.has_begun(1));
    // The first one is not finished: what is shown stays, and nothing waits.
    for (int i = 0; i < 100; ++i) {
        watched.game(0, 1, '1');
        watched.clock.pass(1s);
        CHECK(watched.shown() == 0);
    }
    CHECK(watched.slow.begun() == 1);
    watched.slow.allow_one();
    CHECK(watched.comes_to_show(1));
    // For the destructor, which waits for what has begun.
    watched.slow.allow_one();
}

TEST_CASE("after a pause the newest games are rated") {
    Watched watched;
    watched.slow.allow_one();
    watched.game(0, 1, '1');
    REQUIRE(watched.comes_to_show(1));
    for (int i = 0; i < 9; ++i)
        watched.game(0, 1, '0');
    CHECK(watched.shown() == 1);
    CHECK(watched.slow.begun() == 1);
    watched.clock.pass(250ms);
    watched.slow.allow_one();
    CHECK(watched.comes_to_show(10));
    CHECK(watched.slow.begun() == 2);
}

TEST_CASE("a rating that takes long is followed by a pause of twenty times as long") {
    Watched watched;
    watched.game(0, 1, '1');
    CHECK(watched.shown() == 0);
    REQUIRE(watched.slow.has_begun(1));
    watched.clock.pass(2s);
    watched.slow.allow_one();
    REQUIRE(watched.comes_to_show(1));
    watched.game(0, 1, '1');
    watched.clock.pass(39s);
    CHECK(watched.shown() == 1);
    CHECK(watched.slow.begun() == 1);
    watched.clock.pass(1s);
    watched.slow.allow_one();
    CHECK(watched.comes_to_show(2));
}

}  // namespace tournament_test
