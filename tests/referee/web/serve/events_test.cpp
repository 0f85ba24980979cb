// Tests what a browser receives of a running match: the newest version of each value and all elements of a list,
// however slowly it reads.
#include "referee/web/serve/match_state.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <atomic>
#include <thread>

#include "referee/core/match/limits.hpp"
#include "referee/core/match/record.hpp"
#include "referee/web/serve/event_stream.hpp"
#include "tests/messages.hpp"

using namespace referee;

namespace {

using namespace referee::serve;

std::shared_ptr<Topic> new_topic() {
    return std::make_shared<Topic>();
}

std::unique_ptr<Subscription> subscribed(const std::shared_ptr<Topic>& topic) {
    return topic->subscribe([] {});
}

std::string list_text(bool first, std::span<const std::string> items, const std::string& context) {
    return fmt::format("{}:{}:{}", first ? "first" : "more", context, fmt::join(items, ","));
}

}  // namespace

TEST_CASE("a reader gets the newest value, once") {
    const auto topic = new_topic();
    const auto reader = subscribed(topic);
    CHECK(reader->take().empty());
    topic->publish("a", "1");
    topic->publish("b", "x");
    topic->publish("a", "2");
    CHECK(reader->take() == "event: a\ndata: 2\n\nevent: b\ndata: x\n\n");
    CHECK(reader->take().empty());
    topic->publish("b", "x");
    CHECK(reader->take() == "event: b\ndata: x\n\n");
}

TEST_CASE("a later stream gets the current values") {
    const auto topic = new_topic();
    topic->publish("a", "1");
    const auto early = subscribed(topic);
    CHECK(early->take() == "event: a\ndata: 1\n\n");
    topic->publish("a", "2");
    CHECK(subscribed(topic)->take() == "event: a\ndata: 2\n\n");
    CHECK(early->take() == "event: a\ndata: 2\n\n");
}

TEST_CASE("a stamped value is completed when it is sent") {
    const auto topic = new_topic();
    int now = 1;
    topic->make_stamped("a", [&](const std::string& json) { return fmt::format("{} at {}", json, now); });
    const auto early = subscribed(topic);
    CHECK(early->take().empty());
    topic->publish("a", "x");
    CHECK(early->take() == "event: a\ndata: x at 1\n\n");
    now = 2;
    CHECK(early->take().empty());
    CHECK(subscribed(topic)->take() == "event: a\ndata: x at 2\n\n");
}

TEST_CASE("a line break in a value can't start another event") {
    CHECK(event_text("a", "{\n\"b\":\r\n1}") == "event: a\ndata: { \"b\":  1}\n\n");
}

TEST_CASE("a list is sent from its beginning, and then its new elements") {
    const auto topic = new_topic();
    topic->make_list("l", list_text);
    const auto early = subscribed(topic);
    CHECK(early->take() == "event: l\ndata: first::\n\n");
    topic->append("l", {"1", "2"}, "c");
    topic->append("l", {"3"}, "d");
    CHECK(early->take() == "event: l\ndata: more:d:1,2,3\n\n");
    CHECK(early->take().empty());
    CHECK(subscribed(topic)->take() == "event: l\ndata: first:d:1,2,3\n\n");
    topic->append("l", {"4"}, "d");
    CHECK(early->take() == "event: l\ndata: more:d:4\n\n");
}

TEST_CASE("a list that is replaced is sent as a new one, and never empty in between") {
    const auto topic = new_topic();
    topic->make_list("l", list_text);
    topic->append("l", {"1", "2"}, "c");
    const auto reader = subscribed(topic);
    CHECK(reader->take() == "event: l\ndata: first:c:1,2\n\n");
    topic->replace("l", {"3"}, "d");
    CHECK(reader->take() == "event: l\ndata: first:d:3\n\n");
    topic->replace("l", {});
    CHECK(reader->take() == "event: l\ndata: first::\n\n");
    std::jthread writer([&] {
        for (int i = 0; i < 2'000; ++i)
            topic->replace("l", {std::to_string(i)});
        topic->end();
    });
    while (!reader->finished())
        CHECK(reader->take() != "event: l\ndata: first::\n\n");
}

TEST_CASE("a long list is sent in pieces, in order and complete") {
    const auto topic = new_topic();
    topic->make_list("l", list_text);
    std::vector<std::string> items;
    for (int i = 0; i < 10'000; ++i)
        items.push_back(std::to_string(i));
    topic->append("l", items);
    const auto reader = subscribed(topic);
    std::string all;
    int pieces = 0;
    for (std::string text = reader->take(); !text.empty(); text = reader->take()) {
        const auto begin = text.find("::") + 2;
        CHECK(contains(text, pieces == 0 ? "first" : "more"));
        all += (all.empty() ? "" : ",") + text.substr(begin, text.size() - begin - 2);
        CHECK(text.size() < 50'000);
        ++pieces;
    }
    CHECK(pieces == 3);
    CHECK(all == fmt::format("{}", fmt::join(items, ",")));
}

TEST_CASE("a reader is woken once for all that it has not taken") {
    const auto topic = new_topic();
    int woken = 0;
    const auto reader = topic->subscribe([&] { ++woken; });
    topic->publish("a", "1");
    topic->publish("a", "2");
    CHECK(woken == 1);
    CHECK_FALSE(reader->take().empty());
    topic->publish("a", "3");
    CHECK(woken == 2);
}

TEST_CASE("a topic that has ended is sent to its end") {
    const auto topic = new_topic();
    topic->publish("a", "1");
    const auto reader = subscribed(topic);
    CHECK_FALSE(reader->finished());
    topic->end();
    CHECK_FALSE(reader->finished());
    CHECK_FALSE(reader->take().empty());
    CHECK(reader->finished());
}

TEST_CASE("a topic knows whether it has readers, and since when it has none") {
    const auto topic = new_topic();
    const auto begin = topic->alone_since();
    CHECK(begin <= referee::Clock::now());
    CHECK(topic->listeners() == 0);
    auto reader = subscribed(topic);
    CHECK(topic->listeners() == 1);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    const auto listening = topic->alone_since();
    CHECK(listening > begin);
    reader.reset();
    CHECK(topic->listeners() == 0);
    CHECK(topic->alone_since() >= listening);
    const auto alone = topic->alone_since();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    CHECK(topic->alone_since() == alone);
}

TEST_CASE("threads that publish and readers that come and go don't disturb each other") {
    const auto topic = new_topic();
    topic->make_list("l", list_text);
    std::atomic<bool> done = false;
    std::thread publisher([&] {
        for (int i = 1; i <= 2000; ++i) {
            topic->publish("v", std::to_string(i));
            topic->append("l", {std::to_string(i)});
        }
        done = true;
    });
    const auto steady = subscribed(topic);
    std::string all;
    while (!done) {
        subscribed(topic)->take();
        all += steady->take();
    }
    publisher.join();
    all += steady->take();
    std::string listed;
    for (auto at = all.find("event: l\n"); at != std::string::npos; at = all.find("event: l\n", at + 1)) {
        const auto begin = all.find("::", at) + 2;
        const auto items = all.substr(begin, all.find('\n', begin) - begin);
        if (!items.empty()) listed += items + ",";
    }
    std::string counted;
    for (int i = 1; i <= 2000; ++i)
        counted += std::to_string(i) + ",";
    CHECK(listed == counted);
    CHECK(contains(all, "event: v\ndata: 2000\n\n"));
    CHECK(contains(subscribed(topic)->take(), "event: v\ndata: 2000\n\n"));
}

TEST_CASE("the state of a match counts the bytes of its frames, which grow in some games") {
    MatchPlan plan{games::parse_spec("cluster"), 7, {}, usual_limits(), {}};
    serve::MatchState state(plan, 0);
    const auto board = plan.spec.make_board(plan.seed);
    state.begin(*board);
    protocol::MatchLog log;
    log.game = plan.spec.game->name;
    log.config = config_of(plan.spec);
    log.seed = plan.seed;
    while (!games::is_over(board->outcome())) {
        protocol::LoggedPly& ply = log.plies.emplace_back();
        ply.player = games::index(board->to_move());
        ply.move = board->legal_moves().front();
        REQUIRE(board->play(ply.move) == games::Verdict::played);
        for (const auto side : board->lost_turns())
            ply.lost.push_back(games::index(side));
        state.add(*board, ply);
    }
    add_frames(plan.spec, log);
    std::size_t sum = log.initial.size();
    for (const auto& ply : log.plies)
        sum += ply.frame.size();
    CHECK(state.frame_bytes() == sum);
    CHECK(sum > 2 * log.initial.size() * log.plies.size());
}
