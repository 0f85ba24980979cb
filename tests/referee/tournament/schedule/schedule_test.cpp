// Tests the laws that the schedule of every format keeps.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "tests/referee/tournament/schedule/played.hpp"
#include "tests/referee/user_error.hpp"

namespace tournament_test {

namespace {

constexpr Format formats[] = {Format::round_robin, Format::gauntlet, Format::swiss, Format::knockout};

std::vector<PlannedGame> games_of(const FormatSettings& settings, int entrants, std::uint64_t seed) {
    return make_schedule(settings, entrants, seed)->ready({});
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

}  // namespace tournament_test
