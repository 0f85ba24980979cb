#include "referee/tournament/engine/handover.hpp"

#include <doctest/doctest.h>
#include <poll.h>

#include <stdexcept>
#include <vector>

using namespace referee::tournament;

namespace {

std::vector<PlannedGame> games_to_add(int count) {
    std::vector<PlannedGame> games(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
        games[static_cast<std::size_t>(i)].number = i;
    return games;
}

PlayedGame played_as(int number) {
    PlayedGame game;
    game.game.number = number;
    return game;
}

bool is_readable(int fd) {
    pollfd one{fd, POLLIN, 0};
    return ::poll(&one, 1, 0) == 1;
}

}  // namespace

TEST_CASE("the thread gets each order once") {
    Handover handover;
    handover.add(games_to_add(3));
    CHECK(handover.unfinished() == 3);
    Orders orders = handover.take_orders();
    CHECK(orders.added.size() == 3);
    CHECK(!orders.no_more);
    handover.begin_no_more();
    orders = handover.take_orders();
    CHECK(orders.added.empty());
    CHECK(orders.no_more);
    CHECK(!orders.closing);
    handover.close();
    CHECK(handover.take_orders().closing);
}

TEST_CASE("only games that the run has taken are stored") {
    Handover handover;
    handover.add(games_to_add(2));
    static_cast<void>(handover.take_orders());
    CHECK(!is_readable(handover.fd()));
    handover.hand_on(played_as(1));
    handover.report(1, 1);
    CHECK(is_readable(handover.fd()));
    CHECK(handover.unfinished() == 2);
    CHECK(handover.playing() == 1);
    CHECK(handover.take().size() == 1);
    CHECK(!is_readable(handover.fd()));
    handover.hand_on(played_as(0));
    handover.stored();
    CHECK(handover.take_orders().stored == std::vector{1});
    CHECK(handover.take_orders().stored.empty());
}

TEST_CASE("the run is notified of a failure after all earlier games") {
    Handover handover;
    handover.add(games_to_add(1));
    static_cast<void>(handover.take_orders());
    handover.hand_on(played_as(0));
    handover.report(0, 0);
    handover.end(std::make_exception_ptr(std::runtime_error("no disk")));
    CHECK(handover.unfinished() == 2);
    CHECK(handover.take().size() == 1);
    CHECK(is_readable(handover.fd()));
    CHECK_THROWS_WITH(static_cast<void>(handover.take()), "no disk");
    CHECK(handover.unfinished() == 0);
}

TEST_CASE("a warning is not repeated") {
    Handover handover;
    CHECK(handover.warn_once("a"));
    CHECK(!handover.warn_once("a"));
    handover.warn("b");
    CHECK(handover.take_warnings() == std::vector<std::string>{"a", "b"});
    handover.warn_once("a");
    CHECK(handover.take_warnings().empty());
}
