// Tests that entrants join, leave and are replaced in the middle of a tournament, in every format.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <span>
#include <string>

#include "games/user_error.hpp"
#include "referee/tournament/paper/schedule/knockout.hpp"
#include "referee/tournament/paper/schedule/ladder.hpp"
#include "referee/tournament/paper/schedule/make_schedule.hpp"
#include "referee/tournament/paper/schedule/swiss.hpp"
#include "tests/referee/tournament/paper/schedule/changed.hpp"
#include "tests/referee/tournament/paper/schedule/played.hpp"

namespace tournament_test {

namespace {

using Kind = Change::Kind;

/// Returns estimates that follow from the points. The standard errors are large.
Estimates rated_by_points(const Field& field, const std::vector<PlannedGame>& games, const FinishedGames& results) {
    const auto count = static_cast<std::size_t>(field.entrants());
    std::vector<double> ratings(count), covariance(count * count);
    for (const PlannedGame& game : games) {
        const GameResult* result = results.find(game.number);
        if (result == nullptr || !result->counts) continue;
        ratings[at(game.first)] += 10 * (half_points_of_first(*result) - 1);
        ratings[at(game.second)] += 10 * (half_points_of_second(*result) - 1);
    }
    for (std::size_t i = 0; i < count; ++i)
        covariance[i * count + i] = 10'000;
    return {std::move(ratings), std::move(covariance)};
}

using Played = Changed;

/// Makes a random change.
void change_at_random(Played& played, std::mt19937_64& random, bool knockout) {
    const std::vector<int> present = played.field().present();
    const int one = present[random() % present.size()];
    const bool out = knockout && !played.bracket().alive[at(one)];
    switch (random() % 3) {
        case 0: played.join(); break;
        case 1:
            if (present.size() > 3) played.withdraw(one);
            break;
        default:
            if (!out) played.replace(one);
            break;
    }
}

TEST_CASE("in every format entrants join, leave and are replaced, and all remaining games are played") {
    for (const Format format : {Format::round_robin, Format::gauntlet, Format::swiss, Format::knockout}) {
        for (std::uint64_t salt = 0; salt < 40; ++salt) {
            INFO(std::string(name_of(format)), ", salt ", salt);
            std::mt19937_64 random(salt);
            const int games = 1 + static_cast<int>(salt % 4);
            Played played(format, 5 + static_cast<int>(random() % 6), games, salt);
            for (int change = 0; change < 4; ++change) {
                played.play(static_cast<int>(random() % 12));
                if (played.schedule().finished(played.results())) break;
                if (format == Format::gauntlet && !played.field().is_in(0)) break;
                change_at_random(played, random, format == Format::knockout);
            }
            played.play();
            CHECK(played.schedule().finished(played.results()));
            check_pairs(played.planned(), played.entrants());
            const Field field = played.field();
            if (format != Format::gauntlet || field.is_in(field.holder_of(0)))
                CHECK(*played.schedule().total(played.results()) == static_cast<int>(played.planned().size()));
            if (format != Format::round_robin) continue;
            for (const int a : field.present()) {
                for (const int b : field.present())
                    CHECK(played.games_between(a, b) == (a == b ? 0 : games));
            }
        }
    }
}

TEST_CASE("a ladder continues with the entrants that are present") {
    Played played(Format::ladder, 4, 2, 5);
    played.play(13);
    played.withdraw(1);
    const int late = played.join();
    played.play(40);
    const auto games_of = [&](int entrant) {
        return std::ranges::count_if(played.planned(), [&](const PlannedGame& game) {
            return played.is_played(game.number) && (game.first == entrant || game.second == entrant);
        });
    };
    CHECK(games_of(late) >= 10);
    const auto before = games_of(1);
    played.bring_back(1);
    played.play(60);
    CHECK(games_of(1) >= before + 10);
}

TEST_CASE("a ladder rests when its bots have enough pairs that count") {
    FormatSettings settings = settings_of(Format::ladder);
    settings.pairs_before_rest = 4;
    std::vector<PlannedGame> planned;
    for (const auto& [a, b] : {Couple(0, 1), Couple(0, 1), Couple(0, 2), Couple(0, 2), Couple(1, 2), Couple(1, 2)}) {
        const int number = static_cast<int>(planned.size());
        planned.push_back({.number = number, .first = a, .second = b, .pair = number / 2, .opening = {}});
        planned.push_back({.number = number + 1, .first = b, .second = a, .pair = number / 2, .opening = {}});
    }
    const auto rests = [&](bool annulled) {
        const std::vector<Change> changes = {
            {.kind = Kind::withdrawn, .planned = 12, .entrant = 2, .annulled = annulled}};
        return Ladder(settings, Field(3, changes), 1, nobody_knows, planned).rests();
    };
    CHECK(rests(false));
    CHECK_FALSE(rests(true));
}

TEST_CASE("swiss: a replacement continues in the place of its predecessor, and meets nobody twice") {
    Played played(Format::swiss, 8, 1, 4, 5);
    played.play(8);  // two rounds
    const int heir = played.replace(3);
    CHECK(played.field().place_of(heir) == 3);
    played.play();
    std::set<std::pair<int, int>> met;
    for (const PlannedGame& game : played.planned()) {
        const auto place = [&](int entrant) { return played.field().place_of(entrant); };
        if (played.is_played(game.number)) CHECK(met.insert(std::minmax(place(game.first), place(game.second))).second);
    }
    // The third round was already planned, so the heir plays from the fourth round on.
    CHECK(played.planned().size() == 5 * 4);
    CHECK(dynamic_cast<const Swiss&>(played.schedule()).rounds() == 5);
}

TEST_CASE("swiss: an entrant that has left has no more games, and rounds can be added after the end") {
    Played played(Format::swiss, 6, 2, 1, 3);
    played.play(1);
    const PlannedGame first = played.planned().front();
    played.withdraw(first.first);
    played.play();
    CHECK(played.schedule().finished(played.results()));
    CHECK(played.planned().back().round == 2);
    played.change_rounds(4);
    CHECK_FALSE(played.schedule().finished(played.results()));
    played.play();
    CHECK(played.planned().back().round == 3);
    for (const PlannedGame& game : played.planned()) {
        if (game.round > 0) CHECK(game.first != first.first);
    }
}

using Round = std::set<Couple>;

/// The three possible rounds of four entrants.
std::vector<Round> rounds_of_four(const std::vector<int>& four) {
    const auto couple = [&](int i, int j) { return Couple(std::minmax(four[at(i)], four[at(j)])); };
    return {{couple(0, 1), couple(2, 3)}, {couple(0, 2), couple(1, 3)}, {couple(0, 3), couple(1, 2)}};
}

/// The couples that meet in each round.
std::vector<Round> rounds_of(const std::vector<PlannedGame>& games) {
    std::vector<Round> rounds;
    for (const PlannedGame& game : games) {
        rounds.resize(at(game.round) + 1);
        rounds.back().insert(couple_of(game));
    }
    return rounds;
}

TEST_CASE("swiss: four of eight leave, and the others meet again only when no new pairing is left, and in turn") {
    int with_new_rounds = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        INFO("seed ", seed);
        Played played(Format::swiss, 8, 1, seed, 7);
        played.play(8);
        const int leaver = static_cast<int>(seed % 8);
        played.withdraw_together({leaver, (leaver + 2) % 8, (leaver + 3) % 8, (leaver + 5) % 8});
        played.play();
        const std::vector<int> four = played.field().present();
        const auto rounds = rounds_of(played.planned());
        REQUIRE(rounds.size() == 7);
        std::map<Couple, int> met;
        for (std::size_t i = 0; i < rounds.size(); ++i) {
            if (i >= 3) {
                int fewest = 99;  // the maximum number of earlier meetings of a couple in the best possible round
                const auto most_of = [&](const Round& round) {
                    int most = 0;
                    for (const Couple& couple : round)
                        most = std::max(most, met[couple]);
                    return most;
                };
                for (const Round& round : rounds_of_four(four))
                    fewest = std::min(fewest, most_of(round));
                CHECK(rounds[i].size() == 2);
                CHECK(most_of(rounds[i]) == fewest);
                if (i > 4) CHECK((rounds[i] != rounds[i - 1] || rounds[i] != rounds[i - 2]));
                with_new_rounds += fewest == 0 ? 1 : 0;
            }
            for (const Couple& couple : rounds[i])
                ++met[couple];
        }
    }
    CHECK(with_new_rounds >= 40);
}

TEST_CASE("swiss: if some must meet again, no others do") {
    int rounds_with_rematches = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        INFO("seed ", seed);
        Played played(Format::swiss, 6, 1, seed, 5);
        played.play(9);
        const int leaver = static_cast<int>(seed % 6);
        played.withdraw_together({leaver, (leaver + 1 + static_cast<int>(seed / 6) % 5) % 6});
        played.play();
        const auto rounds = rounds_of(played.planned());
        std::set<Couple> met;
        for (std::size_t i = 0; i < rounds.size(); ++i) {
            const auto rematches_in = [&](const Round& round) {
                return std::ranges::count_if(round, [&](const Couple& couple) { return met.contains(couple); });
            };
            if (i >= 4) {  // the fourth round is planned before they leave
                std::ptrdiff_t fewest = 2;
                for (const Round& round : rounds_of_four(played.field().present()))
                    fewest = std::min(fewest, rematches_in(round));
                CHECK(rematches_in(rounds[i]) == fewest);
                rounds_with_rematches += fewest > 0 ? 1 : 0;
            }
            met.insert(rounds[i].begin(), rounds[i].end());
        }
    }
    CHECK(rounds_with_rematches > 10);
}

TEST_CASE("swiss: four of seven leave, and the three others have byes and opponents in turn") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        INFO("seed ", seed);
        Played played(Format::swiss, 7, 1, seed, 7);
        played.play(3);
        played.withdraw_together({0, 2, 4, 5});
        played.change_rounds(31);
        played.play();
        std::map<int, int> byes;  // by entrant; when one of the three entrants has the bye, the other two meet
        for (const Bye& bye : played.schedule().byes())
            ++byes[bye.entrant];
        CHECK(played.planned().back().round == 30);
        for (const int entrant : {1, 3, 6}) {
            CHECK(byes[entrant] >= 9);
            CHECK(byes[entrant] <= 11);
        }
    }
}

TEST_CASE("swiss: a replacement has the points of a walkover of its predecessor") {
    Played played(Format::swiss, 6, 1, 4);
    played.decide_by([](const PlannedGame& game) { return game.first > game.second ? 0 : 1; });
    played.play(1);
    const PlannedGame& game = played.planned()[1];
    REQUIRE(std::set{game.first, game.second} == std::set{1, 4});
    played.withdraw(1);
    const int heir = played.replace(4);
    played.play(1);
    // 3, 5 and the heir have one point each. 0 and 2 have none. Without its point, the heir would have the lowest rank
    // and get the bye.
    REQUIRE(played.planned().back().round == 1);
    CHECK(played.schedule().byes() == std::vector<Bye>{{1, 2}});
    CHECK(played.field().is_in(heir));
}

TEST_CASE("swiss: a replacement has the points of its predecessor's bye, unless these are annulled") {
    for (const bool annulled : {false, true}) {
        Played played(Format::swiss, 5, 1, 4, 3);
        played.decide_by([](const PlannedGame& /*game*/) { return std::nullopt; });
        played.play(1);
        REQUIRE(played.schedule().byes() == std::vector<Bye>{{0, 4}});
        const int heir = played.replace(4, annulled);
        played.play(1);
        // All others have half a point, and 0 has met 2. The heir is the first or the last of them.
        REQUIRE(played.schedule().byes().back() == Bye{1, 3});
        const auto game = std::ranges::find_if(played.planned(), [&](const PlannedGame& planned) {
            return planned.first == heir || planned.second == heir;
        });
        REQUIRE(game != played.planned().end());
        CHECK(couple_of(*game) == (annulled ? Couple(2, heir) : Couple(0, heir)));
    }
}

TEST_CASE("swiss: a walkover counts as a won game") {
    Played played(Format::swiss, 6, 1, 4);
    played.decide_by([](const PlannedGame& /*game*/) { return std::nullopt; });
    REQUIRE(couple_of(played.planned()[2]) == Couple(2, 5));
    played.withdraw(2);
    played.play(2);
    REQUIRE(played.planned().back().round == 1);
    // Without the point for its walkover, 5 would have the lowest rank and get the bye.
    CHECK(played.schedule().byes() == std::vector<Bye>{{1, 4}});
}

TEST_CASE("an entrant keeps its walkover when it leaves or is replaced") {
    const std::vector<Change> changes = {
        {.kind = Kind::withdrawn, .planned = 4, .entrant = 1, .cancelled = {0}},
        {.kind = Kind::replaced, .planned = 4, .entrant = 0, .by = 6},
        {.kind = Kind::withdrawn, .planned = 4, .entrant = 2, .cancelled = {1}},
        {.kind = Kind::withdrawn, .planned = 4, .entrant = 3, .cancelled = {1}},
        {.kind = Kind::withdrawn, .planned = 6, .entrant = 4, .annulled = true},
        {.kind = Kind::withdrawn, .planned = 6, .entrant = 5},
    };
    const Field field(7, changes);
    CHECK(field.has_walkover(0, 0, 1));
    CHECK_FALSE(field.has_walkover(0, 1, 0));
    CHECK_FALSE(field.has_walkover(1, 2, 3));  // no walkover, because both left at the same time
    CHECK_FALSE(field.has_walkover(1, 3, 2));
    CHECK(field.has_walkover(2, 5, 4));  // the game was played, but is annulled
    CHECK_FALSE(field.has_walkover(2, 4, 5));
    CHECK_FALSE(field.has_walkover(3, 0, 5));  // no walkover, because the game was played and counts
}

TEST_CASE("swiss: if too many have left, the others meet again") {
    Played played(Format::swiss, 4, 1, 2, 3);
    played.play();
    played.withdraw(1);
    played.withdraw(2);
    played.change_rounds(5);
    played.play();
    CHECK(played.schedule().finished(played.results()));
    CHECK(played.games_between(0, 3) == 3);
}

TEST_CASE("knockout: a walkover, a replacement, and a late entrant against the worst seed") {
    Played played(Format::knockout, 4, 2, 3);
    played.play(1);
    played.withdraw(0);
    CHECK(played.bracket().rounds[0].pairings[0].walkover);
    const int heir = played.replace(2);
    const int late = played.join();
    played.play();
    CHECK(played.schedule().finished(played.results()));
    CHECK(played.games_between(1, heir) >= 2);
    const auto rounds = played.bracket().rounds;
    REQUIRE(rounds.size() == 3);
    CHECK(rounds[1].name == "play-in");
    CHECK(rounds[1].pairings.front().b == late);
    CHECK(rounds[2].name == "final");
}

TEST_CASE("knockout: the bracket of entrants that have joined and been replaced before the first game") {
    const std::vector<Change> changes = {{.kind = Kind::replaced, .entrant = 3, .by = 4},
                                         {.kind = Kind::joined, .entrant = 5}};
    for (std::uint64_t salt = 0; salt < 4; ++salt) {
        Knockout knockout(settings_of(Format::knockout), Field(6, changes), salt);
        const FinishedGames results = play_out(knockout, salt);
        check_pairs(knockout.games(), 6);
        CHECK(rounds_of(knockout.games())[0] == Round{{4, 5}});
        CHECK(knockout.byes() == std::vector<Bye>{{0, 0}, {0, 1}, {0, 2}});
        CHECK(knockout.bracket(results).rounds.size() == 3);
    }
}

TEST_CASE("knockout: the replacement of an entrant whose opponent leaves, too, has won, and if both leave nobody has") {
    for (const bool both_leave : {false, true}) {
        INFO("both leave: ", both_leave);
        std::vector<Change> changes = {{.kind = Kind::replaced, .planned = 2, .entrant = 0, .by = 2, .cancelled = {1}},
                                       {.kind = Kind::withdrawn, .planned = 2, .entrant = 1, .cancelled = {1}}};
        if (both_leave) changes.push_back({.kind = Kind::withdrawn, .planned = 2, .entrant = 2});
        Knockout knockout(settings_of(Format::knockout), Field(3, changes), 1);
        FinishedGames results;
        results.add({.number = 0, .winner = 0});
        results.add(cancelled_game(1));
        CHECK(knockout.finished(results));
        CHECK(*knockout.total(results) == 2);
        const Knockout::Bracket bracket = knockout.bracket(results);
        const Knockout::Pairing& pairing = bracket.rounds.front().pairings.front();
        CHECK(pairing.winner == (both_leave ? std::nullopt : std::optional(2)));
        CHECK(std::string(pairing.state()) == (both_leave ? "both have left" : "the other has left"));
        CHECK(bracket.alive == std::vector{false, false, !both_leave});
    }
}

TEST_CASE("knockout: a late entrant has the level of the place that it wins, and a play-in counts as a round for all") {
    Played played(Format::knockout, 8, 1, 3);
    const auto strength = [](int entrant) { return entrant == 8 ? 99 : entrant; };
    played.decide_by([&](const PlannedGame& game) { return strength(game.first) > strength(game.second) ? 0 : 1; });
    played.play(3);
    const int late = played.join();
    played.play(1);
    REQUIRE(played.bracket().rounds.back().name == "play-in");
    CHECK(played.bracket().passed ==
          std::vector<Knockout::Level>{0, 0, 0, 0, 2, 2, 2, 1, std::nullopt});  // 7 is the worst seed left
    played.play(1);
    CHECK(played.bracket().passed[at(late)] == 2);
    CHECK(played.bracket().passed[7] == 1);
    CHECK_FALSE(played.bracket().alive[7]);
    const int heir = played.replace(6);
    CHECK(played.bracket().passed[at(heir)] == 2);
    played.play();
    REQUIRE(played.bracket().rounds.size() == 4);
    CHECK(played.bracket().rounds.back().pairings.front().winner == late);
    CHECK(played.bracket().passed == std::vector<Knockout::Level>{0, 0, 0, 0, 2, 2, 2, 1, 4, 3});
}

TEST_CASE("knockout: a late entrant that loses its play-in has no level") {
    Played played(Format::knockout, 4, 1, 3);
    played.decide_by([](const PlannedGame& game) { return game.first < game.second ? 0 : 1; });
    played.play(1);
    const int late = played.join();
    played.play();
    const auto bracket = played.bracket();
    CHECK(bracket.passed == std::vector<Knockout::Level>{3, 2, 0, 0, std::nullopt});
    CHECK_FALSE(bracket.alive[at(late)]);
}

TEST_CASE("knockout: an entrant that joins during a play-in plays in the next one") {
    Played played(Format::knockout, 4, 1, 3);
    played.decide_by([](const PlannedGame& game) { return game.first < game.second ? 0 : 1; });
    played.play(1);
    played.join();
    played.play(1);
    REQUIRE(played.planned().size() == 3);
    played.withdraw(0);
    played.join();
    CHECK(played.planned().size() == 3);
    played.play();
    const auto rounds = played.bracket().rounds;
    REQUIRE(rounds.size() >= 3);
    CHECK(rounds[1].pairings.size() == 1);
    CHECK(rounds[2].name == "play-in");
}

TEST_CASE("knockout: if all others have left, the late entrants play for the first place") {
    Played played(Format::knockout, 3, 1, 3);
    played.withdraw_together({0, 1, 2});
    const std::vector<int> late = {played.join(), played.join(), played.join()};
    played.play();
    const auto bracket = played.bracket();
    CHECK(std::ranges::count(bracket.alive, true) == 1);
    CHECK(played.planned().size() >= 3);
}

TEST_CASE("knockout: a final without an opponent is not in the total") {
    Played played(Format::knockout, 4, 1, 3);
    played.decide_by([](const PlannedGame& game) { return game.first < game.second ? 0 : 1; });
    played.play(1);
    REQUIRE(played.bracket().rounds[0].pairings[0].winner == 0);
    CHECK(played.schedule().total(played.results()) == 3);
    played.withdraw(0);
    CHECK(played.schedule().total(played.results()) == 2);
    const int late = played.join();
    CHECK(played.schedule().total(played.results()) == 3);
    played.withdraw(late);
    CHECK(played.schedule().total(played.results()) == 2);
    played.replace(1);  // its game against 2 is cancelled, and played anew
    CHECK(played.schedule().total(played.results()) == 3);
    played.play();
    CHECK(played.planned().size() == 3);
}

TEST_CASE("knockout: if nothing is tied, the total is exact after each change") {
    for (std::uint64_t salt = 0; salt < 300; ++salt) {
        CAPTURE(salt);
        std::mt19937_64 random(salt);
        Played played(Format::knockout, 3 + static_cast<int>(random() % 8), salt % 2 == 0 ? 1 : 3, salt);
        played.decide_by([&](const PlannedGame& game) { return (game.seed + salt) % 2 == 0 ? 0 : 1; });
        for (int change = 0; change < 4; ++change) {
            played.play(static_cast<int>(random() % 8));
            if (played.schedule().finished(played.results())) break;
            change_at_random(played, random, true);
        }
        const auto total = played.schedule().total(played.results());
        while (played.play(1) == 1)
            CHECK(played.schedule().total(played.results()) == total);
        CHECK(total == static_cast<int>(played.planned().size()));
    }
}

/// Returns a knockout of four entrants. Entrant 0 has advanced against entrant 3 because it is the better seed.
/// Entrants 1 and 2 still have games to play.
Played with_a_pairing_decided_by_seed() {
    Played played(Format::knockout, 4, 2, 3);
    played.decide_by([](const PlannedGame& /*game*/) { return 1; });  // each pair of games is tied
    while (!played.bracket().rounds[0].pairings[0].winner)
        REQUIRE(played.play(1) == 1);
    REQUIRE(played.bracket().rounds[0].pairings[1].winner == std::nullopt);
    return played;
}

TEST_CASE("knockout: a winner by seed that leaves has won, and its next opponent has a bye") {
    Played played = with_a_pairing_decided_by_seed();
    played.withdraw(0);
    played.play();
    const auto bracket = played.bracket();
    const Knockout::Pairing& pairing = bracket.rounds[0].pairings[0];
    CHECK(pairing.by_seed);
    CHECK_FALSE(pairing.walkover);
    CHECK(pairing.winner == 0);
    CHECK_FALSE(bracket.alive[3]);
    REQUIRE(bracket.rounds.size() == 2);
    CHECK(bracket.rounds[1].pairings.empty());
    CHECK(bracket.rounds[1].byes == std::vector<int>{1});
}

TEST_CASE("knockout: the replacement of a winner by seed plays the next round, and does not repeat this one") {
    Played played = with_a_pairing_decided_by_seed();
    const int heir = played.replace(0);
    played.play();
    const auto bracket = played.bracket();
    REQUIRE(bracket.rounds.size() == 2);
    CHECK(bracket.rounds[0].pairings.size() == 2);
    CHECK(bracket.rounds[0].pairings[0].winner == 0);
    CHECK(bracket.rounds[0].pairings[0].by_seed);
    CHECK(played.games_between(heir, 3) == 0);
    REQUIRE(bracket.rounds[1].pairings.size() == 1);
    CHECK(bracket.rounds[1].pairings[0].a == heir);
    CHECK(bracket.rounds[1].pairings[0].b == 1);
}

TEST_CASE("knockout: a loser by seed that leaves has still lost") {
    Played played = with_a_pairing_decided_by_seed();
    played.withdraw(3);
    const auto bracket = played.bracket();
    CHECK(bracket.rounds[0].pairings[0].winner == 0);
    CHECK(bracket.rounds[0].pairings[0].by_seed);
    CHECK_FALSE(bracket.rounds[0].pairings[0].walkover);
}

TEST_CASE("a ladder that is resumed at any entry of its journal plans the same games") {
    for (std::uint64_t salt = 0; salt < 20; ++salt) {
        INFO("salt ", salt);
        std::mt19937_64 random(salt);
        Played played(Format::ladder, 4 + static_cast<int>(random() % 4), 2, salt);
        played.rate_by(rated_by_points);
        for (int change = 0; change < 12; ++change) {
            played.play(static_cast<int>(random() % 15));
            const int some = static_cast<int>(random() % static_cast<std::uint64_t>(played.entrants()));
            if (!played.field().is_in(some)) {
                played.bring_back(some);
            } else {
                change_at_random(played, random, false);
            }
        }
        played.play(30);
        const auto& changes = played.changes();
        const auto& planned = played.planned();
        for (std::size_t entry = 0; entry < changes.size(); ++entry) {
            const int begin = changes[entry].planned;
            const int end = entry + 1 < changes.size() ? changes[entry + 1].planned : static_cast<int>(planned.size());
            FinishedGames results;
            for (int number = 0; number < end; ++number) {
                if (const GameResult* result = played.results().find(number)) results.add(*result);
            }
            const auto resumed =
                played.ladder_after(std::span(changes).first(entry + 1), {planned.begin(), planned.begin() + begin});
            const auto& games = resumed->ready(results);
            REQUIRE(games.size() >= at(end));
            CHECK(std::equal(planned.begin(), planned.begin() + end, games.begin()));
        }
    }
}

TEST_CASE("an entrant that leaves and returns takes part in each of its stays") {
    const std::vector<Change> changes = {
        {.kind = Kind::joined, .planned = 2, .entrant = 3},
        {.kind = Kind::withdrawn, .planned = 4, .entrant = 3, .cancelled = {3}},
        {.kind = Kind::returned, .planned = 8, .entrant = 3},
        {.kind = Kind::withdrawn, .planned = 10, .entrant = 3},
        {.kind = Kind::returned, .planned = 10, .entrant = 3},
        {.kind = Kind::replaced, .planned = 12, .entrant = 0, .by = 4},
        {.kind = Kind::returned, .planned = 14, .entrant = 0},
    };
    const auto stays = [&](std::size_t count, int entrant) {
        const Field field(5, std::span(changes).first(count));
        std::string text;
        for (int planned = 0; planned < 16; ++planned)
            text += field.is_in(entrant, planned) ? 'x' : '.';
        CHECK(field.is_in(entrant) == (text.back() == 'x'));
        return text;
    };
    CHECK(stays(1, 3) == "..xxxxxxxxxxxxxx");
    CHECK(stays(2, 3) == "..xx............");
    CHECK(stays(3, 3) == "..xx....xxxxxxxx");
    CHECK(stays(4, 3) == "..xx....xx......");
    CHECK(stays(5, 3) == "..xx....xxxxxxxx");
    CHECK(stays(6, 0) == "xxxxxxxxxxxx....");
    CHECK(stays(7, 0) == "xxxxxxxxxxxx..xx");
    const Field field(5, changes);
    CHECK(field.replaced_by(0) == std::nullopt);
    CHECK(field.cancelled().contains(3));
    CHECK(field.late() == std::vector{3});
    CHECK(field.first_entrants() == std::vector{0, 1, 2});
}

TEST_CASE("an entrant takes only the place of one that came before it") {
    const std::vector<Change> itself = {{.kind = Kind::replaced, .entrant = 1, .by = 1}},
                              circle = {{.kind = Kind::replaced, .entrant = 1, .by = 2},
                                        {.kind = Kind::replaced, .entrant = 2, .by = 1}};
    CHECK_THROWS_AS(Field(3, itself), games::UserError);
    CHECK_THROWS_AS(Field(3, circle), games::UserError);
}

TEST_CASE("an entrant that has not left can't return") {
    const std::vector<Change> changes = {{.kind = Kind::returned, .entrant = 1}};
    CHECK_THROWS_AS(Field(3, changes), games::UserError);
}

TEST_CASE("an entrant that returns to a round robin or a gauntlet plays the games that were cancelled, and no others") {
    for (const Format format : {Format::round_robin, Format::gauntlet}) {
        for (const int games : {1, 2, 3, 4, 5, 6}) {
            Played undisturbed(format, 5, games, 3, {}, 2);
            undisturbed.play();
            const int all = static_cast<int>(undisturbed.planned().size());
            for (int played_before = 0; played_before < all; ++played_before) {
                Played played(format, 5, games, 3, {}, 2);
                played.play(played_before);
                played.withdraw(2);
                played.play(played_before / 2);
                played.withdraw(3);
                CHECK(played.games_between(2, 3) <= games);
                played.bring_back(2);
                played.play(1);
                played.bring_back(3);
                CHECK(*played.schedule().total(played.results()) == all);
                played.play();
                CHECK(played.planned() == undisturbed.planned());
                CHECK(played.results().size() == all);
                CHECK(played.field().cancelled().empty());
            }
        }
    }
}

TEST_CASE("in the file of an older version, new games take the place of those that were cancelled") {
    for (const int games : {1, 2, 3, 4}) {
        for (int played_before = 0; played_before < 10 * games; ++played_before) {
            Played played(Format::round_robin, 5, games, 3);
            played.play(played_before);
            played.withdraw(2);
            played.play(played_before / 2);
            played.bring_back_without_games(2);
            played.play();
            for (int a = 0; a < 5; ++a) {
                for (int b = 0; b < a; ++b)
                    CHECK(played.games_between(a, b) == games);
            }
            CHECK(*played.schedule().total(played.results()) == static_cast<int>(played.planned().size()));
        }
    }
}

TEST_CASE("an entrant that returns to a ladder plays on, and cancelled pairs have used up no opening") {
    constexpr int listed = 3;
    for (int played_before = 0; played_before < 2 * listed; ++played_before) {
        INFO("played before: ", played_before);
        Played played(Format::ladder, 2, 2, 5, {}, listed);
        REQUIRE(played.planned().size() == 2 * listed);
        played.play(played_before);
        played.withdraw(1);
        played.bring_back(1);
        played.play();
        // The other game of a pair that was interrupted is not played.
        CHECK(played.games_between(0, 1) == 2 * listed - played_before % 2);
        check_openings(played.planned(), played.changes(), listed);
    }
}

TEST_CASE("a pairing has its openings in order, and cancelled pairs use up none") {
    for (const Format format : {Format::round_robin, Format::gauntlet, Format::swiss, Format::ladder}) {
        for (const int listed : {0, 1, 3}) {
            for (std::uint64_t salt = 0; salt < 40; ++salt) {
                INFO(std::string(name_of(format)), ", ", listed, " listed, salt ", salt);
                std::mt19937_64 random(salt);
                Played played(format, 4, 5, salt, {}, listed);
                for (int change = 0; change < 6; ++change) {
                    played.play(static_cast<int>(random() % 15));
                    const int one = 1 + static_cast<int>(random() % 3);  // not the challenger
                    played.field().is_in(one) ? played.withdraw(one) : played.bring_back(one);
                }
                played.play(60);
                check_openings(played.planned(), played.changes(), listed);
            }
        }
    }
}

/// Quadratic time would pass the time limit of this program.
TEST_CASE("very many openings that were used in another order are counted") {
    constexpr int places = 1'000'000;
    UsedOpenings used;
    for (int place = places; place > 0; --place)
        used.add(place, 0);
    CHECK(used.next() == 0);
    used.add(0, 0);
    CHECK(used.next() == places + 1);
}

TEST_CASE("swiss: an entrant that returns keeps its points and is paired from the next round on") {
    Played played(Format::swiss, 6, 1, 4, 4);
    played.play(3);
    played.withdraw(2);
    played.play(2);
    played.bring_back(2);
    played.play();
    CHECK(played.schedule().finished(played.results()));
    int rounds_of_two = 0;
    for (const PlannedGame& game : played.planned())
        rounds_of_two += played.is_played(game.number) && (game.first == 2 || game.second == 2) ? 1 : 0;
    CHECK(rounds_of_two >= 2);
}

TEST_CASE("a change of an unknown entrant is refused") {
    const std::vector<Change> changes = {{.kind = Kind::withdrawn, .entrant = 7}};
    CHECK_THROWS_AS(Field(3, changes), games::UserError);
}

}  // namespace

}  // namespace tournament_test
