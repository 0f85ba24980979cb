// Tests how games get into batches, and how the results come back.
#include "referee/tournament/run/engine/batch.hpp"
#include "referee/tournament/run/engine/game_book.hpp"
#include "referee/tournament/run/engine/handover.hpp"

#include <doctest/doctest.h>
#include <poll.h>

#include <stdexcept>
#include <vector>

#include "games/user_error.hpp"

using namespace referee::tournament;

namespace {

std::vector<PlannedGame> pairs(int games, int from = 0) {
    std::vector<PlannedGame> planned;
    for (int i = from; i < from + games; ++i) {
        PlannedGame game;
        game.number = i;
        game.second = 1;
        game.pair = i / 2;
        planned.push_back(game);
    }
    return planned;
}

std::vector<int> numbers(const std::vector<PlannedGame>& games) {
    std::vector<int> list;
    for (const PlannedGame& game : games)
        list.push_back(game.number);
    return list;
}

/// Puts the next `size` games into a batch, as if the batch had been submitted.
void submit(GameBook& book, const BatchName& batch, std::size_t size) {
    book.put(batch, numbers(book.next_batches(1, size).at(0)));
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

Batch sample_batch() {
    Batch batch;
    batch.tournament = "0badcafe";
    batch.version = "1.2";
    batch.settings.game = "othello";
    batch.settings.limits.move = std::chrono::milliseconds(100);
    batch.settings.limits.first_move = std::chrono::seconds(1);
    batch.entrants = {{"a", {"./a", "-x"}, {{"a", "00ff"}}}, {"b", {"./b"}, {}}};
    BatchGame game;
    game.game = {4, 1, 1, 0, 2, 99, 3};
    game.opening = {"a position/of two rows X", {"PUT 1", "PUT 2"}};
    batch.games = {game, {}};
    batch.games[1].game.second = 1;
    return batch;
}

}  // namespace

TEST_CASE("batches hold whole pairs in the order of the games") {
    GameBook book;
    book.add(pairs(10));
    const auto batches = book.next_batches(2, 3);
    REQUIRE(batches.size() == 2);
    CHECK(numbers(batches[0]) == std::vector{0, 1, 2, 3});
    CHECK(numbers(batches[1]) == std::vector{4, 5, 6, 7});
    CHECK(numbers(book.next_batches(9, 100).at(0)) == std::vector{8, 9});
    CHECK(book.next_batches(9, 100).empty());
}

TEST_CASE("a lost batch is played before new games, and only its open games") {
    GameBook book;
    book.add(pairs(8));
    submit(book, {1, 0}, 4);
    CHECK(book.waiting() == 4);
    CHECK(book.close(1) == BatchName{1, 0});
    CHECK(book.lose({1, 0}) == 1);
    CHECK(book.waiting() == 7);
    const auto again = book.next_batches(1, 4);
    CHECK(numbers(again.at(0)) == std::vector{0, 2, 3, 4, 5});
    book.put({2, 0}, numbers(again.at(0)));
    CHECK(book.lose({2, 0}) == 2);
}

TEST_CASE("a batch that could not be submitted does not count as a loss") {
    GameBook book;
    book.add(pairs(2));
    for (int wave = 1; wave < 9; ++wave) {
        submit(book, {wave, 0}, 2);
        book.take_back({wave, 0});
    }
    submit(book, {9, 0}, 2);
    CHECK(book.lose({9, 0}) == 1);
}

TEST_CASE("a game that arrives late is not played again") {
    GameBook book;
    book.add(pairs(4));
    submit(book, {1, 0}, 4);
    book.lose({1, 0});
    book.close(0);
    book.close(2);
    CHECK(book.open() == 2);
    CHECK(numbers(book.next_batches(5, 9).at(0)) == std::vector{1, 3});
}

TEST_CASE("batches of an earlier run hold games that are added later") {
    GameBook book;
    book.put({4, 1}, std::vector{2, 3});
    book.add(pairs(6));
    CHECK(book.waiting() == 4);
    const auto batches = book.next_batches(9, 9);
    REQUIRE(batches.size() == 1);
    CHECK(numbers(batches[0]) == std::vector{0, 1, 4, 5});
    CHECK(book.has_open({4, 1}));
}

TEST_CASE("a batch may be removed when all its games are stored") {
    GameBook book;
    book.add(pairs(4));
    submit(book, {1, 0}, 4);
    for (const int game : {3, 1, 0, 2})
        book.close(game);
    CHECK_FALSE(book.has_open({1, 0}));
    for (const int game : {0, 1, 2})
        CHECK_FALSE(book.store(game));
    CHECK(book.store(3) == BatchName{1, 0});
    CHECK_FALSE(book.store(3));
}

TEST_CASE("a batch of an earlier run may hold games that this run does not play") {
    GameBook book;
    book.put({4, 1}, std::vector{2, 3});
    CHECK_FALSE(book.has_plan());
    book.add(pairs(2));
    CHECK(book.has_plan());
    CHECK_FALSE(book.has_open({4, 1}));
    CHECK(book.has_missing({4, 1}));
    book.close(2);
    CHECK_FALSE(book.store(2));
    CHECK(book.has_missing({4, 1}));
    book.close(3);
    CHECK_FALSE(book.has_missing({4, 1}));
    CHECK(book.store(3) == BatchName{4, 1});
}

TEST_CASE("dropping the waiting games keeps the games in batches") {
    GameBook book;
    book.add(pairs(6));
    submit(book, {1, 0}, 2);
    book.drop_waiting();
    CHECK(book.open() == 2);
    CHECK(book.is_open(0));
    CHECK_FALSE(book.is_open(5));
    book.drop_all();
    CHECK(book.open() == 0);
}

TEST_CASE("rounds are added one after the other") {
    GameBook book;
    book.add(pairs(2));
    CHECK(numbers(book.next_batches(1, 2).at(0)) == std::vector{0, 1});
    book.add(pairs(2, 2));
    CHECK(numbers(book.next_batches(1, 2).at(0)) == std::vector{2, 3});
    CHECK(book.find(3)->pair == 1);
    CHECK(book.find(4) == nullptr);
}

TEST_CASE("the thread gets each order once") {
    Handover handover;
    handover.add(pairs(3));
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
    handover.add(pairs(2));
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
    handover.add(pairs(1));
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

TEST_CASE("a batch is the same after it is written and read") {
    const Batch batch = sample_batch();
    const Batch read = batch_of_json(to_json(batch));
    CHECK(to_json(read) == to_json(batch));
    CHECK(read.version == "1.2");
    CHECK(read.entrants == batch.entrants);
    CHECK(read.games[0].game == batch.games[0].game);
    CHECK(read.games[0].opening == batch.games[0].opening);
    CHECK(read.games[1].game == batch.games[1].game);
}

TEST_CASE("text that is not a batch is refused") {
    Batch batch = sample_batch();
    const std::string text = to_json(batch);
    CHECK_THROWS_AS(static_cast<void>(batch_of_json(text.substr(0, text.size() / 2))), games::UserError);
    CHECK_THROWS_AS(static_cast<void>(batch_of_json("{}")), games::UserError);
    batch.games[0].game.first = 2;
    CHECK_THROWS_AS(static_cast<void>(batch_of_json(to_json(batch))), games::UserError);
}

TEST_CASE("limits follow the speed of a host only if the settings say so") {
    Batch batch = sample_batch();
    protocol::Limits own = batch.settings.limits;
    own.move = std::chrono::milliseconds(30);
    const EntrantLimits limits{batch.settings.limits, {own, std::nullopt}};
    CHECK(limits_at(batch, limits, 500).common.move == std::chrono::milliseconds(100));
    batch.settings.reference_speed = 1000;
    CHECK(limits_at(batch, limits, 500).common.move == std::chrono::milliseconds(200));
    CHECK(limits_at(batch, limits, 2000).common.first_move == std::chrono::milliseconds(500));
    CHECK(limits_at(batch, limits, 500).own[0]->move == std::chrono::milliseconds(60));
    CHECK_FALSE(limits_at(batch, limits, 500).own[1].has_value());
    CHECK(limits_at(batch, limits, 2000).common.margin == batch.settings.limits.margin);
}

TEST_CASE("tournaments have different ids") {
    for (const auto draws : {referee::DrawMethod::splitmix64, referee::DrawMethod::sha256}) {
        TournamentHead head;
        head.created_at = "2020-01-01T00:00:00Z";
        Settings settings;
        settings.draws = draws;
        head.settings = to_json(settings);
        head.seed = 1;
        const std::string id = tournament_id(head);
        head.seed = 2;
        CHECK(tournament_id(head) != id);
        CHECK(id.size() == 8);
    }
}
