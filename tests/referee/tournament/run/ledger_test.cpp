// Tests that the games of a series are announced in order, and that only a few games wait for their announcement.
#include "referee/tournament/run/ledger.hpp"

#include <doctest/doctest.h>

#include "tests/referee/tournament/tables/played_tables.hpp"

namespace tournament_test {

namespace {

PlannedGame planned(int number) {
    return {number, 0, number % 2, 1 - number % 2, number / 2, 1, {}};
}

MemoryLedger ledger_of(int games, int ahead) {
    return {Account(head_of({"a", "b"}, settings_for(Format::round_robin, games))), games, ahead, planned};
}

std::vector<PlayedGame> ended(const std::vector<int>& numbers) {
    std::vector<PlayedGame> games;
    for (const int number : numbers)
        games.emplace_back().game = planned(number);
    return games;
}

std::vector<int> numbers_of(const std::vector<PlayedGame>& games) {
    std::vector<int> numbers;
    for (const PlayedGame& played : games)
        numbers.push_back(played.game.number);
    return numbers;
}

}  // namespace

TEST_CASE("a game waits until all before it have been announced") {
    MemoryLedger ledger = ledger_of(6, 6);
    CHECK(ledger.next(true).size() == 6);
    CHECK(numbers_of(ledger.keep(ended({1, 3}))).empty());
    CHECK(numbers_of(ledger.keep(ended({0}))) == std::vector{0, 1});
    CHECK(numbers_of(ledger.keep(ended({5}))).empty());
    CHECK(numbers_of(ledger.rest()) == std::vector{3, 5});
    CHECK(ledger.rest().empty());
}

TEST_CASE("a slow game limits the number of games that are played ahead of it") {
    MemoryLedger ledger = ledger_of(1'000'000, 3);
    CHECK(ledger.next(true) == std::vector{planned(0), planned(1), planned(2)});
    CHECK(ledger.keep(ended({1, 2})).empty());
    CHECK(ledger.next(false).empty());
    CHECK(ledger.keep(ended({0})).size() == 3);
    CHECK(ledger.next(false) == std::vector{planned(3), planned(4), planned(5)});
    CHECK(ledger.account().planned_games() == 6);
}

TEST_CASE("no more games are handed out than there are") {
    MemoryLedger ledger = ledger_of(2, 64);
    CHECK(ledger.next(true).size() == 2);
    CHECK(ledger.keep(ended({0, 1})).size() == 2);
    CHECK(ledger.next(true).empty());
}

}  // namespace tournament_test
