// Tests a player who is a person in a browser: which moves are accepted, and when.
#include <doctest/doctest.h>

#include <thread>

#include "referee/serve/web_player.hpp"
#include "tests/referee/scripted_match.hpp"

namespace {

using referee::TurnReport;
using referee::serve::WebPlayer;
using Reception = WebPlayer::Reception;

TurnReport turn_of(WebPlayer& player) {
    static const auto board = plan_of().spec.make_board(1);
    static const protocol::MatchLog log;
    return player.take_turn({"", {}, {}, *board, log});
}

}  // namespace

TEST_CASE("a move is accepted once, on the turn that it is meant for") {
    WebPlayer player;
    CHECK(player.offer(0, "A") == Reception::not_your_turn);
    CHECK_FALSE(player.waiting_since());
    player.ask(4, {"A", "B"});
    CHECK(player.waiting_since());
    CHECK(player.offer(3, "A") == Reception::not_your_turn);
    CHECK(player.offer(5, "A") == Reception::not_your_turn);
    CHECK(player.offer(4, "C") == Reception::invalid);
    CHECK(player.offer(4, "") == Reception::invalid);
    CHECK(player.offer(4, "B") == Reception::taken);
    CHECK_FALSE(player.waiting_since());
    CHECK(player.offer(4, "B") == Reception::not_your_turn);
    const auto report = turn_of(player);
    CHECK(report.kind == TurnReport::Kind::answered);
    CHECK(report.answer == "B");
    CHECK(player.offer(4, "A") == Reception::not_your_turn);
}

TEST_CASE("a turn waits for its move") {
    WebPlayer player;
    player.ask(0, {"A"});
    std::thread person([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        player.offer(0, "A");
    });
    const auto report = turn_of(player);
    person.join();
    CHECK(report.answer == "A");
    CHECK(report.elapsed >= std::chrono::milliseconds(10));
}

TEST_CASE("a person who has left takes no more turns") {
    WebPlayer player;
    player.ask(0, {"A"});
    std::thread person([&] { player.leave(); });
    CHECK(turn_of(player).kind == TurnReport::Kind::left);
    person.join();
    player.ask(2, {"A"});
    CHECK_FALSE(player.waiting_since());
    CHECK(player.offer(2, "A") == Reception::not_your_turn);
    CHECK(turn_of(player).kind == TurnReport::Kind::left);
}
