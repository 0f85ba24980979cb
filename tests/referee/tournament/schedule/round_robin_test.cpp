// Tests the round robin (every entrant plays every other entrant) and the gauntlet (one entrant plays all others).
#include <algorithm>
#include <map>
#include <set>

#include <doctest/doctest.h>

#include "tests/referee/tournament/schedule/played.hpp"

namespace tournament_test {

namespace {

/// Checks and returns all games of a tournament. They are known from the start.
std::vector<PlannedGame> checked_games_of(const FormatSettings& settings, int entrants) {
    const auto schedule = make_schedule(settings, entrants, 5);
    auto games = schedule->ready({});
    CHECK(schedule->total() == static_cast<int>(games.size()));
    check_pairs(games, entrants);
    return games;
}

}  // namespace

TEST_CASE(
    "a round robin has every pairing as often as requested, and each entrant is first nearly as often as second") {
    for (int entrants = 2; entrants <= 40; ++entrants) {
        for (int each = 1; each <= (entrants <= 14 ? 6 : 3); ++each) {
            const auto games = checked_games_of(settings_of(Format::round_robin, each), entrants);
            const auto counts = games_of_couples(games);
            CHECK(static_cast<int>(counts.size()) == entrants * (entrants - 1) / 2);
            for (const auto& [couple, count] : counts)
                CHECK(count == each);
            for (const int balance : side_balances(games, entrants))
                CHECK(std::abs(balance) <= (each % 2 == 1 && entrants % 2 == 0 ? 1 : 0));
        }
    }
}

TEST_CASE("in a round of a round robin nobody has two opponents, and at most one entrant has none") {
    for (int entrants = 2; entrants <= 13; ++entrants) {
        std::map<int, std::set<int>> players, pairs;  // by round
        for (const PlannedGame& game : checked_games_of(settings_of(Format::round_robin, 4), entrants)) {
            players[game.round].insert({game.first, game.second});
            pairs[game.round].insert(game.pair);
        }
        for (const auto& [round, playing] : players) {
            CHECK(static_cast<int>(playing.size()) == entrants - entrants % 2);
            CHECK(playing.size() == 2 * pairs[round].size());
        }
    }
}

TEST_CASE("a gauntlet is one entrant against all the others") {
    for (int entrants = 2; entrants <= 9; ++entrants) {
        for (int challenger = 0; challenger < entrants; ++challenger) {
            for (int each = 1; each <= 5; ++each) {
                FormatSettings settings = settings_of(Format::gauntlet, each);
                settings.challenger = challenger;
                const auto games = checked_games_of(settings, entrants);
                const auto counts = games_of_couples(games);
                CHECK(static_cast<int>(counts.size()) == entrants - 1);
                for (const auto& [couple, count] : counts) {
                    CHECK((couple.first == challenger || couple.second == challenger));
                    CHECK(count == each);
                }
                for (const int balance : side_balances(games, entrants))
                    CHECK(std::abs(balance) <= each % 2);
            }
        }
    }
}

TEST_CASE("results add no games, and with cycles the same games come, one pair of each pairing at a time") {
    for (const auto& [format, pairings] : {std::pair(Format::round_robin, 10), std::pair(Format::gauntlet, 4)}) {
        for (const int each : {1, 2, 5}) {
            FormatSettings settings = settings_of(format, each);
            const auto whole = make_schedule(settings, 5, 3);
            const auto games = whole->ready({});
            settings.by_cycles = true;
            const auto by_cycles = make_schedule(settings, 5, 3);
            CHECK(by_cycles->ready({}).size() == at(pairings * std::min(each, 2)));
            CHECK(by_cycles->total() == whole->total());
            CHECK(games_at_a_time(settings, 5) == static_cast<std::uint64_t>(2 * pairings));
            for (Schedule* schedule : {whole.get(), by_cycles.get()}) {
                const FinishedGames results = play_out(*schedule, 1);
                CHECK(schedule->ready(results) == games);
                CHECK(schedule->finished(results));
                CHECK(schedule->total() == static_cast<int>(games.size()));
            }
        }
    }
}

}  // namespace tournament_test
