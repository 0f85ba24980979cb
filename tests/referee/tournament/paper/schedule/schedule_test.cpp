// Tests the laws that the schedule of every format keeps; the round robin and the gauntlet, in which one entrant plays
// all others; and the matchings of graphs, against brute force.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "games/dice.hpp"
#include "referee/core/match/seed.hpp"
#include "referee/tournament/paper/schedule/make_schedule.hpp"
#include "referee/tournament/paper/schedule/matching.hpp"
#include "tests/messages.hpp"
#include "tests/referee/tournament/paper/schedule/played.hpp"

namespace tournament_test {

using namespace referee::tournament;

namespace {

constexpr Format formats[] = {Format::round_robin, Format::gauntlet, Format::swiss, Format::knockout};

std::vector<PlannedGame> games_of(const FormatSettings& settings, int entrants, std::uint64_t seed) {
    return make_schedule(settings, entrants, seed)->ready({});
}

/// Checks and returns all games of a tournament. They are known from the start.
std::vector<PlannedGame> checked_games_of(const FormatSettings& settings, int entrants) {
    const auto schedule = make_schedule(settings, entrants, 5);
    auto games = schedule->ready({});
    CHECK(schedule->total({}) == static_cast<int>(games.size()));
    check_pairs(games, entrants);
    return games;
}

Graph random_graph(int size, int percent, games::Dice& dice) {
    Graph graph(size);
    for (int a = 0; a < size; ++a) {
        for (int b = 0; b < a; ++b)
            graph.set(a, b, static_cast<int>(dice.below(100)) < percent);
    }
    return graph;
}

/// Returns whether the entrants in this bit set can be paired.
bool can_be_paired(const Graph& graph, unsigned set) {
    if (set == 0) return true;
    int a = 0;
    while ((set >> a & 1u) == 0)
        ++a;
    for (int b = a + 1; b < graph.size(); ++b) {
        if ((set >> b & 1u) != 0 && graph.has(a, b) && can_be_paired(graph, set & ~(1u << a | 1u << b))) return true;
    }
    return false;
}

}  // namespace

TEST_CASE("the order in which games end makes no difference") {
    for (const Format format : formats) {
        for (std::uint64_t salt = 0; salt < 12; ++salt) {
            for (const int games : {1, 2, 3}) {
                FormatSettings settings = settings_of(format, games);
                settings.openings = true;
                const int entrants = 2 + static_cast<int>(salt);
                const auto in_order = make_schedule(settings, entrants, salt);
                const FinishedGames results = play_out(*in_order, salt, Completion::in_order);
                for (const Completion completion : {Completion::backwards, Completion::at_random}) {
                    const auto other = make_schedule(settings, entrants, salt);
                    const FinishedGames same = play_out(*other, salt, completion);
                    CHECK(other->ready(same) == in_order->ready(results));
                    CHECK(other->byes() == in_order->byes());
                }
                // A schedule that is resumed at the end is asked only once, with all results.
                const auto resumed = make_schedule(settings, entrants, salt);
                CHECK(resumed->ready(results) == in_order->ready(results));
                CHECK(resumed->byes() == in_order->byes());
                CHECK(resumed->finished(results));
            }
        }
    }
}

TEST_CASE("half-finished rounds bring no new games") {
    for (const Format format : {Format::swiss, Format::knockout}) {
        const auto schedule = make_schedule(settings_of(format), 8, 1);
        FinishedGames results;
        const auto first_round = schedule->ready(results);
        CHECK(first_round.size() == 8);
        for (std::size_t i = first_round.size(); i-- > 1;) {
            results.add(made_up(first_round[i], 2));
            CHECK(schedule->ready(results) == first_round);
        }
        results.add(made_up(first_round[0], 2));
        CHECK(schedule->ready(results).size() > first_round.size());
    }
}

TEST_CASE("pairs have different seeds, and another tournament has other seeds") {
    FormatSettings settings;
    settings.games = 6;
    std::set<std::uint64_t> seeds;
    for (const std::uint64_t seed : {1u, 2u}) {
        for (const PlannedGame& game : games_of(settings, 10, seed))
            seeds.insert(game.seed);
    }
    CHECK(seeds.size() == 2 * 3 * 45);
}

TEST_CASE("two entrants go through the openings one after the other, without a maximum number") {
    FormatSettings settings;
    settings.games = 10;
    settings.openings = true;
    std::map<Couple, std::vector<int>> met;
    for (const PlannedGame& game : games_of(settings, 10, 3)) {
        REQUIRE(game.opening);
        CHECK(game.seed == opening_seed(3, *game.opening));
        auto& openings = met[couple_of(game)];
        if (openings.empty() || openings.back() != *game.opening) openings.push_back(*game.opening);
    }
    std::set<int> first_openings;
    for (const auto& [pairing, openings] : met) {
        REQUIRE(openings.size() == 5);
        first_openings.insert(openings[0]);
        CHECK(openings[0] < 250);
        for (int i = 0; i < 5; ++i)
            CHECK(openings[at(i)] == openings[0] + i);
    }
    CHECK(met.at({0, 1})[0] == 0);
    CHECK(first_openings.size() > 35);
    settings.games = 10'000;
    const auto test = games_of(settings, 2, 3);
    CHECK(test.back().opening == 4'999);
}

TEST_CASE("without openings games start at their start") {
    for (const PlannedGame& game : games_of({}, 4, 3))
        CHECK(!game.opening);
}

TEST_CASE("settings that can't be played are refused in words") {
    struct Case {
        void (*change)(FormatSettings& settings);
        int entrants;
        const char* said;
    };
    const Case cases[] = {
        {[](FormatSettings&) {}, 1, "tournament: it takes at least two entrants, not 1"},
        {[](FormatSettings& s) { s.games = 0; }, 2, "tournament: a pairing has at least one game, not 0"},
        {[](FormatSettings& s) { s.challenger = 2; }, 2, "tournament: the challenger is none of the entrants"},
        {[](FormatSettings& s) { s.extra_pairs = -1; }, 2, "tournament: the number of extra pairs is negative"},
        {[](FormatSettings& s) { s.batch = 0; }, 2, "tournament: a batch has at least one pair, not 0"},
        {[](FormatSettings& s) { s.format = Format::swiss, s.rounds = 8; }, 8,
         "swiss: 8 entrants can play from 1 to 7 rounds without rematches, not 8"},
        {[](FormatSettings& s) { s.format = Format::swiss, s.rounds = 0; }, 8,
         "swiss: 8 entrants can play from 1 to 7 rounds without rematches, not 0"},
    };
    for (const auto& [change, entrants, said] : cases) {
        FormatSettings settings;
        change(settings);
        CHECK(error_of([&, number = entrants] { make_schedule(settings, number, 1); }) == said);
    }
}

TEST_CASE("formats have names") {
    for (const Format format : formats)
        CHECK(format_of(name_of(format)) == format);
    CHECK(format_of("ladder") == Format::ladder);
    CHECK(name_of(Format::round_robin) == "round-robin");
    CHECK(!format_of("chess"));
}

TEST_CASE("results know which games are missing, in whatever order they arrive") {
    FinishedGames results;
    CHECK(results.first_missing() == 0);
    results.add({2, 1, true});
    results.add({0, std::nullopt, false});
    CHECK(results.first_missing() == 1);
    results.add({1, 0, false});
    CHECK(results.first_missing() == 3);
    CHECK(results.size() == 3);
    CHECK(*results.find(2) == GameResult{2, 1, true});
    CHECK(results.find(3) == nullptr);
    CHECK(results.find(-1) == nullptr);
    CHECK_THROWS_AS(results.add({1, 1, false}), std::logic_error);
}

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
            CHECK(by_cycles->total({}) == whole->total({}));
            CHECK(games_at_a_time(settings, 5) == static_cast<std::uint64_t>(2 * pairings));
            for (Schedule* schedule : {whole.get(), by_cycles.get()}) {
                const FinishedGames results = play_out(*schedule, 1);
                CHECK(schedule->ready(results) == games);
                CHECK(schedule->finished(results));
                CHECK(schedule->total(results) == static_cast<int>(games.size()));
            }
        }
    }
}

TEST_CASE("a perfect matching is found if and only if there is one") {
    games::Dice dice(8);
    int found = 0;
    for (int i = 0; i < 4000; ++i) {
        const int size = 2 + static_cast<int>(dice.below(9));
        const Graph graph = random_graph(size, 15 + static_cast<int>(dice.below(45)), dice);
        const unsigned set = static_cast<unsigned>(dice.next()) & ((1u << size) - 1);
        std::vector<bool> present;
        for (int a = 0; a < size; ++a)
            present.push_back((set >> a & 1u) != 0);
        const auto matching = perfect_matching(graph, present);
        REQUIRE(matching.has_value() == can_be_paired(graph, set));
        if (!matching) continue;
        ++found;
        for (int a = 0; a < size; ++a) {
            const int partner = (*matching)[static_cast<std::size_t>(a)];
            REQUIRE((partner >= 0) == present[static_cast<std::size_t>(a)]);
            if (partner < 0) continue;
            CHECK(graph.has(a, partner));
            CHECK((*matching)[static_cast<std::size_t>(partner)] == a);
        }
    }
    CHECK(found > 500);
    CHECK(found < 3500);
}

TEST_CASE("two triangles have no matching, a hexagon has two disjoint ones, and a complete graph of six has five") {
    const auto rounds_of = [](const Graph& graph) {
        int rounds = 0;
        for (int effort = 100'000; has_disjoint_matchings(graph, rounds + 1, effort); ++rounds)
            CHECK(effort > 0);
        return rounds;
    };
    Graph triangles(6);
    Graph hexagon(6);
    Graph all(6);
    for (int a = 0; a < 6; ++a) {
        triangles.set(a, a < 3 ? (a + 1) % 3 : 3 + (a + 1) % 3, true);
        hexagon.set(a, (a + 1) % 6, true);
        for (int b = 0; b < a; ++b)
            all.set(a, b, true);
    }
    CHECK(rounds_of(triangles) == 0);
    CHECK(rounds_of(hexagon) == 2);
    CHECK(rounds_of(all) == 5);
}

TEST_CASE("if the search takes too long, the answer is yes") {
    Graph triangles(6);
    for (int a = 0; a < 6; ++a)
        triangles.set(a, a < 3 ? (a + 1) % 3 : 3 + (a + 1) % 3, true);
    int effort = 1;
    CHECK(has_disjoint_matchings(triangles, 1, effort));
    CHECK(effort < 0);
}

}  // namespace tournament_test
