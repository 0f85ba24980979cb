// Tests the knockout format, in which an entrant that loses a pairing is out.
#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <utility>

#include <doctest/doctest.h>

#include "referee/tournament/paper/schedule/knockout.hpp"
#include "tests/referee/tournament/paper/schedule/played.hpp"

namespace tournament_test {

namespace {

using Pairings = std::set<Couple>;  // pairs of seeds; seed 1 is the best

struct Bracket {
    std::vector<Pairings> rounds;
    std::vector<std::set<int>> byes;
    std::optional<int> winner;
};

/// Plays a knockout in which `result_of(game)` determines the result of each game.
template <class ResultOf>
Bracket play_bracket(const FormatSettings& settings, int entrants, ResultOf result_of) {
    Knockout knockout(settings, entrants, 1);
    FinishedGames results;
    while (!knockout.finished(results)) {
        const auto& games = knockout.ready(results);
        while (results.size() < static_cast<int>(games.size())) {
            results.add(result_of(games[static_cast<std::size_t>(results.size())]));
        }
    }
    Bracket bracket;
    const auto grow = [](auto& list, int round) -> auto& {
        list.resize(std::max(list.size(), static_cast<std::size_t>(round) + 1));
        return list[static_cast<std::size_t>(round)];
    };
    for (const PlannedGame& game : knockout.ready(results)) {
        grow(bracket.rounds, game.round).insert(std::minmax(game.first + 1, game.second + 1));
    }
    for (const Bye& bye : knockout.byes())
        grow(bracket.byes, bye.round).insert(bye.entrant + 1);
    bracket.winner = *knockout.winner() + 1;
    check_pairs(knockout.ready(results), entrants);
    return bracket;
}

GameResult won_by(int entrant, const PlannedGame& game) {
    return {game.number, game.first == entrant ? 0 : 1, false};
}
GameResult better_seed_wins(const PlannedGame& game) {
    return won_by(std::min(game.first, game.second), game);
}
GameResult worse_seed_wins(const PlannedGame& game) {
    return won_by(std::max(game.first, game.second), game);
}
GameResult draw(const PlannedGame& game) {
    return {game.number, std::nullopt, false};
}

FormatSettings knockout_of(int games) {
    return settings_of(Format::knockout, games);
}

}  // namespace

TEST_CASE("brackets have byes for the best, and the winner takes the loser's place") {
    struct Case {
        int entrants, games;
        GameResult (*result_of)(const PlannedGame&);
        std::vector<Pairings> rounds;
        std::vector<std::set<int>> byes;
        int winner;
    };
    const Pairings first_of_8 = {{1, 8}, {4, 5}, {2, 7}, {3, 6}};
    const std::vector<Case> cases = {
        {5, 2, better_seed_wins, {{{4, 5}}, {{1, 4}, {2, 3}}, {{1, 2}}}, {{1, 2, 3}}, 1},
        {8, 1, better_seed_wins, {first_of_8, {{1, 4}, {2, 3}}, {{1, 2}}}, {}, 1},
        {8, 2, worse_seed_wins, {first_of_8, {{5, 8}, {6, 7}}, {{7, 8}}}, {}, 8},
        {13,
         3,
         better_seed_wins,
         {{{8, 9}, {5, 12}, {4, 13}, {7, 10}, {6, 11}}, first_of_8, {{1, 4}, {2, 3}}, {{1, 2}}},
         {{1, 2, 3}},
         1},
    };
    for (const Case& one : cases) {
        const Bracket bracket = play_bracket(knockout_of(one.games), one.entrants, one.result_of);
        CHECK(bracket.rounds == one.rounds);
        CHECK(bracket.byes == one.byes);
        CHECK(bracket.winner == one.winner);
    }
}

TEST_CASE("two entrants that are even play extra pairs, and then the better seed advances") {
    for (const int extra : {0, 1, 3}) {
        FormatSettings settings = knockout_of(2);
        settings.extra_pairs = extra;
        int games = 0;
        const Bracket bracket = play_bracket(settings, 4, [&](const PlannedGame& game) {
            ++games;
            return draw(game);
        });
        CHECK(bracket.winner == 1);
        CHECK(bracket.rounds == std::vector<Pairings>{{{1, 4}, {2, 3}}, {{1, 2}}});
        CHECK(games == 3 * (2 + 2 * extra));
    }
}

TEST_CASE("an extra pair decides, and is not followed by another") {
    int games = 0;
    const Bracket bracket = play_bracket(
        knockout_of(2), 2, [&](const PlannedGame& game) { return ++games <= 2 ? draw(game) : won_by(1, game); });
    CHECK(games == 4);
    CHECK(bracket.winner == 2);
}

TEST_CASE("a draw and a win are ahead of a draw and a loss") {
    const Bracket bracket = play_bracket(
        knockout_of(2), 2, [](const PlannedGame& game) { return game.number == 0 ? draw(game) : won_by(1, game); });
    CHECK(bracket.winner == 2);
}

TEST_CASE("the bracket says which entrants advance, and why") {
    FormatSettings settings = knockout_of(2);
    settings.extra_pairs = 1;
    Knockout knockout(settings, 5, 1);
    FinishedGames results;
    // Seeds 4 and 5 draw all their games, so seed 4 advances. Then seed 1 loses to seed 4, and seed 2 loses a game to
    // seed 3.
    while (results.size() < 7) {
        const PlannedGame& game = knockout.ready(results)[static_cast<std::size_t>(results.size())];
        results.add(game.round == 0 ? draw(game) : worse_seed_wins(game));
    }
    knockout.ready(results);
    const Knockout::Bracket bracket = knockout.bracket(results);
    REQUIRE(bracket.rounds.size() == 2);
    CHECK(bracket.rounds[0].name == "round 1");
    CHECK(bracket.rounds[0].byes == std::vector<int>{0, 1, 2});
    REQUIRE(bracket.rounds[0].pairings.size() == 1);
    CHECK(bracket.rounds[0].pairings[0].winner == 3);
    CHECK(bracket.rounds[0].pairings[0].by_seed);
    CHECK(bracket.rounds[0].pairings[0].half_points_a == 4);
    CHECK(bracket.rounds[1].name == "semifinals");
    REQUIRE(bracket.rounds[1].pairings.size() == 2);
    CHECK(bracket.rounds[1].pairings[0].winner == 3);
    CHECK(!bracket.rounds[1].pairings[0].by_seed);
    CHECK(bracket.rounds[1].pairings[1].half_points_b == 2);
    CHECK(!bracket.rounds[1].pairings[1].winner);  // a game has not been played yet
    CHECK(bracket.passed == std::vector<Knockout::Level>{1, 1, 1, 2, 0});
    CHECK(bracket.alive == std::vector<bool>{false, true, true, true, false});
}

TEST_CASE("a course has the total of its schedule after each result") {
    for (std::uint64_t salt = 0; salt < 100; ++salt) {
        CAPTURE(salt);
        std::mt19937_64 random(salt);
        const int entrants = 2 + static_cast<int>(random() % 9);
        FormatSettings settings = knockout_of(1 + static_cast<int>(random() % 4));
        settings.extra_pairs = static_cast<int>(random() % 3);
        Knockout knockout(settings, entrants, salt);
        KnockoutCourse course(settings, entrants, salt);
        FinishedGames results;
        std::size_t planned = 0;
        while (!knockout.finished(results)) {
            const auto& games = knockout.ready(results);
            std::vector<PlannedGame> batch(games.begin() + static_cast<std::ptrdiff_t>(planned), games.end());
            planned = games.size();
            course.plan(batch);
            std::ranges::shuffle(batch, random);
            for (const PlannedGame& game : batch) {
                const auto winner = random() % 3;
                const GameResult result{game.number,
                                        winner < 2 ? std::optional(static_cast<int>(winner)) : std::nullopt};
                results.add(result);
                course.add(result);
                knockout.ready(results);
                REQUIRE(course.total() == knockout.total(results));
            }
        }
        CHECK(course.finished());
        CHECK(course.total() == static_cast<int>(planned));
    }
}

/// Quadratic time would pass the time limit of this program.
TEST_CASE("a course takes the results of a pairing with very many games") {
    constexpr int games = 500'000;
    Knockout knockout(knockout_of(games), 2, 1);
    KnockoutCourse course(knockout_of(games), 2, 1);
    course.plan(knockout.ready({}));
    for (int number = 0; number < games; ++number) {
        course.add({number, number % 2});  // one entrant wins all games
        REQUIRE(course.total() == games);
    }
    CHECK(course.finished());
}

TEST_CASE("in single games of a knockout, the entrant that has moved first less often moves first") {
    for (int entrants = 2; entrants <= 20; ++entrants) {
        for (std::uint64_t salt = 0; salt < 4; ++salt) {
            Knockout knockout(knockout_of(1), entrants, salt);
            const FinishedGames results = play_out(knockout, salt);
            std::vector<int> balances(at(entrants));
            int pair = -1;
            for (const PlannedGame& game : knockout.ready(results)) {
                if (std::exchange(pair, game.pair) != game.pair)
                    CHECK(balances[at(game.first)] <= balances[at(game.second)]);
                ++balances[at(game.first)];
                --balances[at(game.second)];
            }
        }
    }
}

TEST_CASE("a game may be played again while another pairing has an extra pair, which stays the next one") {
    const FormatSettings settings = knockout_of(2);
    const auto is_of_first_pairing = [](const PlannedGame& game) {
        return game.first % 3 == 0 && game.second % 3 == 0;
    };
    Knockout before(settings, 4, 1);
    FinishedGames results;
    for (const PlannedGame& game : std::vector(before.ready({})))
        results.add(is_of_first_pairing(game) ? won_by(0, game) : draw(game));
    const std::vector<PlannedGame> planned = before.ready(results);
    REQUIRE(planned.size() == 6);
    REQUIRE_FALSE(is_of_first_pairing(planned.back()));
    results.add(won_by(1, planned[4]));
    const auto without = [&](int number) {
        FinishedGames left;
        for (const PlannedGame& game : planned) {
            const GameResult* result = results.find(game.number);
            if (result != nullptr && game.number != number) left.add(*result);
        }
        return left;
    };
    int allowed = 0;
    for (const PlannedGame& game : planned) {
        const FinishedGames left = without(game.number);
        Knockout again(settings, 4, 1, planned);
        CHECK(again.ready(left) == planned);
        CHECK_FALSE(again.finished(left));
        CHECK(again.total(left) == 8);
        const bool may_be = again.is_independent_of_missing(left);
        CHECK(may_be == (is_of_first_pairing(game) || game.number >= 4));
        if (!may_be || game.number >= 4) continue;
        ++allowed;
        // Now this pairing is even, too.
        FinishedGames now = left;
        now.add(won_by(3, game));
        CHECK(again.ready(now) == planned);
        now.add(won_by(1, planned[5]));
        const std::vector<PlannedGame> all = again.ready(now);
        REQUIRE(all.size() == 8);
        CHECK(is_of_first_pairing(all[6]));
        CHECK(is_of_first_pairing(all[7]));
        CHECK(all[6].round == 0);
        CHECK(Knockout(settings, 4, 1, all).ready(now) == all);
        const Knockout::Round first = again.bracket(now).rounds.front();
        CHECK(first.pairings[0].extra_pairs == 1);
        CHECK(first.pairings[1].winner == 1);
        check_pairs(all, 4);
    }
    CHECK(allowed == 2);
}

TEST_CASE("an entrant that leaves while its games are to be played again has no extra pair among those of others") {
    const FormatSettings settings = knockout_of(2);
    Knockout before(settings, 4, 1);
    FinishedGames results;
    for (const PlannedGame& game : std::vector(before.ready({})))
        results.add(couple_of(game) == Couple(0, 3) ? draw(game) : won_by(1, game));
    const std::vector<PlannedGame> planned = before.ready(results);
    REQUIRE(planned.size() == 6);  // the first pairing has an extra pair
    REQUIRE(couple_of(planned[5]) == Couple(0, 3));
    const int open = couple_of(planned[0]) == Couple(1, 2) ? 0 : 2;
    FinishedGames now;
    for (const PlannedGame& game : planned) {
        if (couple_of(game) == Couple(1, 2))
            now.add(game.number == open ? cancelled_game(open) : draw(game));
        else
            now.add(game.number < 4 ? draw(game) : won_by(0, game));
    }
    for (const bool is_replaced : {false, true}) {
        INFO("replaced: ", is_replaced);
        std::vector<Change> changes = {
            {.kind = Change::Kind::again, .planned = 6, .games = {open}},
            {.kind = Change::Kind::withdrawn, .planned = 6, .entrant = 1, .cancelled = {open}}};
        if (is_replaced) changes[1].kind = Change::Kind::replaced, changes[1].by = 4;
        Knockout after(settings, Field(4 + (is_replaced ? 1 : 0), changes), 1, planned);
        const std::vector<PlannedGame> all = after.ready(now);
        REQUIRE(all.size() == 8);
        CHECK(couple_of(all[6]) == (is_replaced ? Couple(2, 4) : Couple(0, 2)));
        CHECK(all[6].round == (is_replaced ? 0 : 1));
        CHECK(Knockout(settings, Field(4 + (is_replaced ? 1 : 0), changes), 1, all).ready(now) == all);
    }
}

TEST_CASE("in every knockout all entrants but the winner lose one pairing, and do not play after that") {
    for (int entrants = 2; entrants <= 40; ++entrants) {
        for (std::uint64_t salt = 0; salt < 4; ++salt) {
            Knockout knockout(knockout_of(1 + static_cast<int>(salt % 3)), entrants, salt);
            const FinishedGames results = play_out(knockout, salt);
            std::map<Couple, int> round_of;
            std::map<int, std::set<int>> players;
            for (const PlannedGame& game : knockout.ready(results)) {
                round_of[couple_of(game)] = game.round;
                players[game.round].insert({game.first, game.second});
            }
            CHECK(static_cast<int>(round_of.size()) == entrants - 1);
            for (const auto& [round, playing] : players) {
                if (round == 0) continue;
                for (const int entrant : playing) {
                    const bool bye =
                        std::count(knockout.byes().begin(), knockout.byes().end(), Bye{round - 1, entrant}) > 0;
                    CHECK((bye || players[round - 1].contains(entrant)));
                }
                CHECK(playing.size() == players[round - 1].size() / 2 + (round == 1 ? knockout.byes().size() : 0));
            }
            CHECK(knockout.winner().has_value());
        }
    }
}

}  // namespace tournament_test
