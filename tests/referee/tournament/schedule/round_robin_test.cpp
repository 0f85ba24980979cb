// Everybody against everybody, and one against all.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <doctest/doctest.h>

#include "tests/referee/tournament/schedule/played.hpp"

namespace tournament_test {

namespace {

using Pairing = std::pair<int, int>;

std::map<Pairing, int> games_of_pairings(const std::vector<PlannedGame>& games) {
    std::map<Pairing, int> counts;
    for (const PlannedGame& game : games)
        ++counts[std::minmax(game.first, game.second)];
    return counts;
}

std::vector<PlannedGame> checked_games_of(const FormatSettings& settings, int entrants, std::uint64_t seed) {
    const auto schedule = make_schedule(settings, entrants, seed);
    auto games = schedule->ready({});
    CHECK(schedule->total() == static_cast<int>(games.size()));
    check_pairs(games, entrants);
    return games;
}

}  // namespace

TEST_CASE("a round robin has every pairing exactly as often as asked for") {
    for (int entrants = 2; entrants <= 14; ++entrants) {
        for (int games = 1; games <= 6; ++games) {
            FormatSettings settings;
            settings.games = games;
            const auto counts = games_of_pairings(checked_games_of(settings, entrants, 5));
            CHECK(static_cast<int>(counts.size()) == entrants * (entrants - 1) / 2);
            for (const auto& [pairing, count] : counts)
                CHECK(count == games);
        }
    }
}

TEST_CASE("in a round robin everybody is first as often as second, to within one") {
    for (int entrants = 2; entrants <= 40; ++entrants) {
        for (const int games : {1, 2, 3}) {
            FormatSettings settings;
            settings.games = games;
            for (const int balance : side_balances(checked_games_of(settings, entrants, 5), entrants)) {
                CHECK(std::abs(balance) <= (games % 2 == 1 && entrants % 2 == 0 ? 1 : 0));
            }
        }
    }
}

TEST_CASE("in a round of a round robin nobody has two opponents, and at most one has none") {
    for (int entrants = 2; entrants <= 13; ++entrants) {
        std::map<int, std::set<int>> players;
        std::map<int, std::set<int>> pairs;
        FormatSettings settings;
        settings.games = 4;
        for (const PlannedGame& game : checked_games_of(settings, entrants, 1)) {
            players[game.round].insert({game.first, game.second});
            pairs[game.round].insert(game.pair);
        }
        for (const auto& [round, playing] : players) {
            CHECK(static_cast<int>(playing.size()) == entrants - entrants % 2);
            CHECK(playing.size() == 2 * pairs[round].size());
        }
    }
}

TEST_CASE("a gauntlet is one against all the others") {
    for (int entrants = 2; entrants <= 9; ++entrants) {
        for (int challenger = 0; challenger < entrants; ++challenger) {
            for (int games = 1; games <= 5; ++games) {
                FormatSettings settings;
                settings.format = Format::gauntlet;
                settings.games = games;
                settings.challenger = challenger;
                const auto planned = checked_games_of(settings, entrants, 3);
                const auto counts = games_of_pairings(planned);
                CHECK(static_cast<int>(counts.size()) == entrants - 1);
                for (const auto& [pairing, count] : counts) {
                    CHECK((pairing.first == challenger || pairing.second == challenger));
                    CHECK(count == games);
                }
                for (const int balance : side_balances(planned, entrants))
                    CHECK(std::abs(balance) <= games % 2);
            }
        }
    }
}

TEST_CASE("all games of a round robin and of a gauntlet are known before any is played, and stay so") {
    for (const Format format : {Format::round_robin, Format::gauntlet}) {
        FormatSettings settings;
        settings.format = format;
        const auto schedule = make_schedule(settings, 5, 9);
        const auto games = schedule->ready({});
        const FinishedGames results = play_out(*schedule, 4);
        CHECK(results.size() == static_cast<int>(games.size()));
        CHECK(schedule->ready(results) == games);
    }
}

TEST_CASE("by cycles the same games come, one pair of each pairing at a time") {
    for (const Format format : {Format::round_robin, Format::gauntlet}) {
        for (const int each : {1, 2, 5}) {
            FormatSettings settings;
            settings.format = format;
            settings.games = each;
            const auto whole = make_schedule(settings, 5, 3);
            settings.by_cycles = true;
            const auto by_cycles = make_schedule(settings, 5, 3);
            const int pairings = format == Format::round_robin ? 10 : 4;
            CHECK(by_cycles->ready({}).size() == static_cast<std::size_t>(pairings * std::min(each, 2)));
            CHECK(games_at_a_time(settings, 5) == static_cast<std::uint64_t>(2 * pairings));
            const FinishedGames results = play_out(*by_cycles, 1);
            CHECK(by_cycles->ready(results) == whole->ready({}));
            CHECK(by_cycles->finished(results));
            CHECK(by_cycles->total() == whole->total());
        }
    }
}

}  // namespace tournament_test
