// Tests the live display of a tournament on terminals of any size, and the ratings that it computes.

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include <doctest/doctest.h>

#include "referee/tournament/figures/tables/standings.hpp"
#include "referee/tournament/run/watchers/live_display.hpp"
#include "tests/messages.hpp"
#include "tests/referee/tournament/figures/tables/played_tables.hpp"

namespace tournament_test {

namespace {

const std::string long_name = "a-bot-with-a-name-that-is-as-long-as-the-name-of-a-bot-may-ever-be";

/// A tournament with many games. The second bot forfeits 1234 of them.
struct ManyGames : Played {
    ManyGames() : Played(head_of({"short", long_name, long_name + "-2"}, settings_for(Format::round_robin, 5000))) {
        games(0, 2, std::string(1000, '1') + std::string(500, '='));
        for (int i = 0; i < 1234; ++i)
            game(0, 1, '1', 0, protocol::Ending::timeout, "silence");
    }
};

Progress progress_of_many() {
    Progress progress;
    progress.played = progress.played_now = 2734;
    progress.total = 15000;
    progress.void_games = 17;
    progress.running = std::chrono::seconds(700);
    return progress;
}

std::string joined(const std::vector<std::string>& lines, std::size_t first = 0) {
    std::string text;
    for (std::size_t i = first; i < lines.size(); ++i)
        text += lines[i] + "\n";
    return text;
}

}  // namespace

TEST_CASE("long names and large numbers fit a terminal of 80 columns") {
    const ManyGames played;
    CHECK(joined(live_lines(progress_of_many(), played.account, standings_of(played.account, false).ratings, "",
                            {24, 80})) ==
          R"(2734 of 15000 games, 3.9 games/s, 52 min left, 1234 forfeits, 17 void
place name                             points/games        W/D/L   Elo forfeits
    1 short                             1984.0/2734 1734/500/500  +961        0
    1 a-bot-with-a-na..t-may-ever-be-2   750.0/1500  500/500/500  +961        0
    3 a-bot-with-a-na..bot-may-ever-be     0.0/1234     0/0/1234 -1923     1234
endings: square 1500, timeout 1234
)");
}

TEST_CASE("no number loses a digit on a terminal of any width") {
    const ManyGames played;
    for (int columns = 30; columns <= 200; ++columns) {
        const auto lines = live_lines(progress_of_many(), played.account, standings_of(played.account, false).ratings,
                                      "the load is 9.5 on 2 cores", {24, columns});
        std::string text = joined(lines);
        std::replace(text.begin(), text.end(), '\n', ' ');
        for (const std::string& line : lines)
            CHECK(line.size() < static_cast<std::size_t>(columns));
        for (const char* number : {"2734", "15000", "1234 forfeits", "17", "1984.0/2734", "0.0/1234", "9.5"})
            CHECK_MESSAGE(contains(text, number), columns << ": " << number << "\n" << text);
    }
}

TEST_CASE("a terminal of any height has a row left for the cursor") {
    std::vector<std::string> names;
    for (int i = 0; i < 60; ++i)
        names.push_back("bot" + std::to_string(i));
    Played played(head_of(names, settings_for(Format::round_robin)));
    played.games(0, 1, "10");
    Progress progress;
    progress.played = 2;
    progress.total = 3540;
    for (int rows = 2; rows <= 70; ++rows) {
        const auto lines = live_lines(progress, played.account, standings_of(played.account, false).ratings,
                                      "the load is 9.5 on 2 cores", {rows, 80});
        CHECK(lines.size() == static_cast<std::size_t>(std::min(rows - 1, 1 + 1 + 60 + 1 + 1)));
    }
}

// Ratings are computed while games are played. The computation never delays the games, and the newest ratings are
// shown.

namespace {

using namespace std::chrono_literals;

/// A clock that only the test advances.
class SetClock : public referee::TurnClock {
public:
    referee::TimePoint now() const override { return referee::TimePoint(time_.load()); }
    void pass(referee::Duration time) { time_ = time_.load() + time; }

private:
    std::atomic<referee::Duration> time_ = referee::Duration(1h);
};

/// A rating function that blocks until the test lets it finish. It stores the number of games that it was given in its
/// draw rate.
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
    bool has_begun(int count, std::chrono::milliseconds patience = 60s) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, patience, [&] { return begun_ >= count; });
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
    /// Returns whether ratings from this number of games are shown within about a minute.
    bool comes_to_show(std::uint64_t games) {
        for (int looks = 0; looks < 60'000; ++looks) {
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

TEST_CASE("play continues while ratings are computed, and only one computation runs at a time") {
    Watched watched;
    watched.game(0, 1, '1');
    CHECK(watched.shown() == 0);
    REQUIRE(watched.slow.has_begun(1));
    // The first computation has not finished. So the shown ratings stay the same, and no call waits.
    for (int i = 0; i < 100; ++i) {
        watched.game(0, 1, '1');
        watched.clock.pass(1s);
        CHECK(watched.shown() == 0);
    }
    CHECK(watched.slow.begun() == 1);
    watched.slow.allow_one();
    CHECK(watched.comes_to_show(1));
    // The destructor waits for the running computation.
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
    CHECK_FALSE(watched.slow.has_begun(2, 100ms));
    watched.clock.pass(1s);
    watched.slow.allow_one();
    CHECK(watched.comes_to_show(2));
}

}  // namespace tournament_test
