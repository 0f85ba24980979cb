// Tests which ply the terminal viewer shows after which keys, without a terminal and without a clock, and that it
// receives every ply of a live match once, in order, and no ply of a void match.
#include "referee/core/watch/model.hpp"
#include "referee/core/watch/feed.hpp"

#include <doctest/doctest.h>
#include <poll.h>

#include <thread>

#include "tests/referee/scripted_match.hpp"

namespace {

using namespace std::chrono_literals;
using referee::TimePoint;
using namespace referee::watch;

const TimePoint start{};

Model loaded(int plies, int shown = 0, bool live = false) {
    Model model;
    model.load(plies, shown, live, start);
    return model;
}

bool readable(const Feed& feed) {
    pollfd descriptor = {feed.fd(), POLLIN, 0};
    return ::poll(&descriptor, 1, 0) == 1;
}

protocol::MatchLog log_of(const std::string& id, int plies) {
    protocol::MatchLog log;
    log.id = id;
    for (int i = 0; i < plies; ++i)
        log.plies.push_back({i % 2, "move " + std::to_string(i), {}, {}, {}, {}, "a frame"});
    return log;
}

}  // namespace

TEST_CASE("keys step, and stop at both ends") {
    Model model = loaded(25);
    const std::pair<Key, int> steps[] = {
        {Key::left, 0},       {Key::right, 1},    {Key::right, 2},    {Key::left, 1},       {Key::page_down, 11},
        {Key::page_down, 21}, {Key::right, 22},   {Key::page_up, 12}, {Key::page_down, 22}, {Key::page_down, 25},
        {Key::right, 25},     {Key::page_up, 15}, {Key::home, 0},     {Key::page_up, 0},    {Key::end, 25}};
    for (const auto& [key, shown] : steps) {
        CHECK(model.press(key, start) == Wish::nothing);
        CHECK(model.shown() == shown);
        CHECK_FALSE(model.playing());
    }
    CHECK(loaded(5, 9).shown() == 5);
    CHECK(loaded(5, -1).shown() == 0);
}

TEST_CASE("it plays one ply at a time, at the chosen speed, to the end") {
    Model model = loaded(3);
    CHECK_FALSE(model.tick(start + 1h));
    model.press(Key::space, start);
    CHECK(model.playing());
    CHECK(model.next_tick() == start + 1s);
    CHECK_FALSE(model.tick(start + 999ms));
    CHECK(model.tick(start + 1s));
    CHECK(model.shown() == 1);
    model.press(Key::plus, start + 1s);
    CHECK(model.speed() == 2);
    CHECK(model.next_tick() == start + 1500ms);
    CHECK(model.tick(start + 5s));  // the tick is late, but no ply is skipped
    CHECK(model.shown() == 2);
    CHECK(model.next_tick() == start + 5500ms);
    CHECK(model.tick(start + 5500ms));
    CHECK(model.shown() == 3);
    CHECK_FALSE(model.playing());
    CHECK_FALSE(model.tick(start + 1h));
}

TEST_CASE("space pauses, continues, and restarts at the end; a step pauses, too") {
    Model model = loaded(9, 4);
    model.press(Key::space, start);
    model.press(Key::space, start);
    CHECK_FALSE(model.playing());
    CHECK(model.shown() == 4);
    model.press(Key::space, start);
    model.press(Key::right, start);
    CHECK_FALSE(model.playing());
    CHECK(model.shown() == 5);
    model.press(Key::end, start);
    model.press(Key::space, start);
    CHECK(model.playing());
    CHECK(model.shown() == 0);
    Model none = loaded(0);
    none.press(Key::space, start);
    CHECK_FALSE(none.playing());
}

TEST_CASE("speeds have a lowest and a highest") {
    Model model = loaded(9);
    for (int i = 0; i < 20; ++i)
        model.press(Key::plus, start);
    CHECK(model.speed() == 32);
    for (int i = 0; i < 20; ++i)
        model.press(Key::minus, start);
    CHECK(model.speed() == 0.5);
    CHECK_FALSE(model.playing());
}

TEST_CASE("a live match is shown at the chosen speed, held, played and followed again") {
    Model model = loaded(2, 2, true);
    CHECK(model.following());
    model.extend(3, start + 5s);  // the bot has thought for longer than a ply is shown
    CHECK_FALSE(model.following());
    CHECK(model.tick(start + 5s));
    CHECK((model.shown() == 3 && model.following() && !model.playing()));
    model.extend(6, start + 5100ms);  // quick bots run ahead
    CHECK_FALSE(model.tick(start + 5900ms));
    CHECK(model.tick(start + 6s));
    CHECK((model.shown() == 4 && model.playing() && !model.following()));
    model.extend(7, start + 6s);
    CHECK(model.next_tick() == start + 7s);
    model.press(Key::left, start + 6s);
    CHECK((model.shown() == 3 && !model.playing()));
    model.extend(8, start + 7s);
    CHECK((model.shown() == 3 && !model.playing()));
    model.press(Key::space, start + 8s);
    CHECK(model.tick(start + 9s));
    CHECK_FALSE(model.following());
    model.press(Key::end, start + 9s);
    CHECK((model.following() && !model.playing() && model.shown() == 8));
    model.press(Key::space, start + 9s);
    CHECK_FALSE(model.following());
    model.extend(9, start + 10s);
    CHECK_FALSE(model.tick(start + 1h));
    CHECK(model.shown() == 8);
    model.press(Key::space, start + 11s);
    CHECK(model.tick(start + 12s));  // the view has caught up with the match
    CHECK((model.shown() == 9 && model.following() && !model.playing()));
    model.press(Key::home, start + 12s);
    CHECK_FALSE(model.following());
    model.press(Key::page_down, start + 12s);
    CHECK(model.following());
    model.extend(11, start + 12s);
    model.finish();
    CHECK((model.playing() && !model.following()));  // the rest is shown at the same speed
    CHECK(model.tick(start + 20s));
    CHECK(model.tick(start + 21s));
    CHECK((model.shown() == 11 && !model.playing()));
}

TEST_CASE("a live match that has begun with an opening is played from there") {
    Model model = loaded(5, 2, true);
    CHECK((model.playing() && !model.following()));
    CHECK(model.tick(start + 1s));
    CHECK(model.shown() == 3);
}

TEST_CASE("a match that has ended is not followed, and another match begins at its start") {
    Model model = loaded(2, 2, true);
    model.finish();
    model.press(Key::end, start);
    CHECK_FALSE(model.following());
    model.press(Key::board_down, start);
    model.press(Key::space, start);
    model.load(8, 3, false, start);
    CHECK((model.shown() == 3 && model.plies() == 8 && model.row() == 0));
    CHECK_FALSE(model.playing());
}

TEST_CASE("pages open and close, and q closes one before it leaves") {
    Model model = loaded(3);
    for (const auto& [key, page] :
         {std::pair(Key::help, Model::Page::help), std::pair(Key::ending, Model::Page::ending)}) {
        model.press(Key::board_down, start);
        CHECK(model.press(key, start) == Wish::nothing);
        CHECK(model.page() == page);
        CHECK(model.row() == 0);
        CHECK(model.press(Key::quit, start) == Wish::nothing);
        CHECK(model.page() == Model::Page::match);
        model.press(key, start);
        model.press(Key::escape, start);
        CHECK(model.page() == Model::Page::match);
        model.press(key, start);
        model.press(key, start);
        CHECK(model.page() == Model::Page::match);
    }
    model.press(Key::tab, start);
    CHECK(model.page() == Model::Page::moves);
    CHECK(model.press(Key::quit, start) == Wish::quit);
    CHECK(model.press(Key::next_match, start) == Wish::next_match);
    CHECK(model.press(Key::previous_match, start) == Wish::previous_match);
}

TEST_CASE("the board moves no further than the view says") {
    Model model = loaded(3);
    model.press(Key::board_up, start);
    model.press(Key::board_left, start);
    CHECK((model.row() == 0 && model.column() == 0));
    for (int i = 0; i < 9; ++i) {
        model.press(Key::board_down, start);
        model.press(Key::board_right, start);
    }
    CHECK((model.row() == 9 && model.column() == 36));
    model.moved_to(5, 7);
    model.press(Key::board_up, start);
    model.press(Key::board_left, start);
    CHECK((model.row() == 4 && model.column() == 3));
}

TEST_CASE("a running match arrives ply by ply, and then its end") {
    ScriptedMatch match;
    match.script(worked_example());
    Feed feed;
    CHECK_FALSE(readable(feed));
    const auto log = match.play(&feed);
    CHECK(readable(feed));
    feed.finish(log);
    const auto news = feed.take();
    CHECK_FALSE(readable(feed));
    CHECK((news.begun && news.over && !news.closed));
    CHECK(news.log->players[0].name == "ann");
    CHECK(news.log->result.detail == log.result.detail);
    REQUIRE(news.plies.size() == log.plies.size());
    for (std::size_t i = 0; i < log.plies.size(); ++i) {
        CHECK(news.plies[i].move == log.plies[i].move);
        CHECK(news.plies[i].lost == log.plies[i].lost);
        CHECK(news.plies[i].frame.empty());
    }
    const auto none = feed.take();
    CHECK((!none.begun && !none.over && none.plies.empty() && !none.log));
}

TEST_CASE("only news arrives, and a match that is played again replaces the void one") {
    Feed feed;
    const auto board = plan_of().spec.make_board(1);
    feed.on_position(*board, log_of("a", 2));
    CHECK(feed.take().plies.size() == 2);
    feed.on_position(*board, log_of("a", 3));
    feed.on_position(*board, log_of("a", 5));
    auto news = feed.take();
    CHECK_FALSE(news.begun);
    REQUIRE(news.plies.size() == 3);
    CHECK(news.plies[0].move == "move 2");
    feed.on_position(*board, log_of("a", 6));
    feed.on_position(*board, log_of("b", 0));
    feed.on_position(*board, log_of("b", 1));
    news = feed.take();
    CHECK((news.begun && news.log->id == "b" && news.plies.size() == 1));
}

TEST_CASE("a closed feed says so each time") {
    Feed feed;
    feed.close();
    CHECK(readable(feed));
    CHECK(feed.take().closed);
}

TEST_CASE("a thread that plays and a thread that watches agree on every ply") {
    Feed feed;
    std::vector<std::string> seen;
    {
        std::jthread playing([&] {
            const auto board = plan_of().spec.make_board(1);
            protocol::MatchLog log = log_of("a", 0);
            for (int i = 0; i < 2000; ++i) {
                log.plies.push_back({0, std::to_string(i), {}, {}, {}, {}, {}});
                feed.on_position(*board, log);
            }
            feed.finish(log);
            feed.close();
        });
        for (bool over = false; !over;) {
            auto news = feed.take();
            for (auto& ply : news.plies)
                seen.push_back(ply.move);
            over = news.over;
        }
    }
    REQUIRE(seen.size() == 2000);
    for (std::size_t i = 0; i < seen.size(); ++i)
        REQUIRE(seen[i] == std::to_string(i));
}
