#include "referee/tournament/engine/game_book.hpp"

#include <doctest/doctest.h>

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
