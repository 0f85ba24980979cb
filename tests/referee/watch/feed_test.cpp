// Tests a live match as its viewer receives it: it gets every ply once, in order, and no ply of a void match.
#include "referee/watch/feed.hpp"

#include <doctest/doctest.h>
#include <poll.h>

#include <thread>

#include "tests/referee/scripted_match.hpp"

namespace {

using referee::watch::Feed;

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
