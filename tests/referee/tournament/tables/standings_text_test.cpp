// The final text, word for word.
#include <algorithm>
#include <cmath>
#include <sstream>

#include <doctest/doctest.h>

#include "referee/tournament/tables/standings.hpp"
#include "referee/tournament/tables/standings_text.hpp"
#include "tests/referee/tournament/tables/played_tables.hpp"

namespace tournament_test {

namespace {

std::size_t widest_line(const std::string& text) {
    std::size_t widest = 0;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        widest = std::max(widest, line.size());
    return widest;
}

}  // namespace

TEST_CASE("a round robin of four") {
    Played played(head_of({"alphabeta", "greedy", "random", "python3-random"}, settings_for(Format::round_robin, 3)));
    played.games(0, 1, "10").games(0, 2, "11").games(0, 3, "1=").games(1, 2, "1=").games(1, 3, "10").games(2, 3, "=?");
    played.game(3, 2, 'x').game(2, 1, '1', 0, protocol::Ending::timeout, "late");
    played.game(0, 1, '1', 0, protocol::Ending::crashed, "signal 11");
    // Points and tallies are counted by hand from the lines above.
    CHECK(standings_text(played.account, false) == R"(magnetize:height=2,width=3
round robin of 4 entrants, 3 games a pairing, seed 7
14 of 18 games played
not finished: these are the tables of the games so far

# name           points games 1st W/D/L 2nd W/D/L Elo [95 %]        forfeits
1 alphabeta         5.5     7     4/0/0     1/1/1 +301 [-61, +644]         0
2 greedy            3.5     8     2/0/1     1/1/3  +16 [-278, +309]        2
3 random            3.0     6     2/2/0     0/0/2  -45 [-409, +296]        0
4 python3-random    1.0     5     0/1/1     0/1/2 -272 [-695, +130]        0
ratings: maximum likelihood
neither bot could be started: 1 game, for nobody

crosstable: points/games against
                     1     2     3     4
1 alphabeta          . 3.0/3 1.0/2 1.5/2
2 greedy         0.0/3     . 1.5/3 2.0/2
3 random         1.0/2 1.5/3     . 0.5/1
4 python3-random 0.5/2 0.0/2 0.5/1     .

likelihood of superiority: % that the row is stronger than the column
                    1    2    3    4
1 alphabeta         . 82.8 83.8 94.3
2 greedy         17.2    . 56.9 78.3
3 random         16.2 43.1    . 72.0
4 python3-random  5.7 21.7 28.0    .

first move: +275 [-47, +556] Elo; first movers' W/D/L 8/3/2
draws: 3 of 13, 23.1 % [7.0, 49.7]; between equals 30.9 % [6.8, 56.4]
endings: square 11, timeout 1, crashed 1, neither started 1
forfeits
  greedy: timeout 1, crashed 1
)");
}

TEST_CASE("a live table has as many rows as there is room for") {
    Played played(head_of({"a", "b", "c"}, settings_for(Format::round_robin)));
    played.games(0, 1, "1").games(1, 2, "=").game(2, 0, '0', 0, protocol::Ending::exited);
    CHECK(live_table(played.account, standings_of(played.account, false).ratings, 3, 80, false) ==
          R"(# name points/games W-D-L     Elo forfeits
1 a           2.0/2 2-0-0 won all        0
2 b           0.5/2 0-1-1       0        0
2 c           0.5/2 0-1-1       0        1
)");
    CHECK(live_table(played.account, standings_of(played.account, false).ratings, 2, 80, true) ==
          "\x1b[1m# name points/games W-D-L     Elo forfeits\x1b[0m\n"
          "1 a           2.0/2 2-0-0 won all        0\n"
          "... and 2 more\n");
}

TEST_CASE("forty entrants with long names keep to 80 columns") {
    std::vector<std::string> names;
    for (int i = 0; i < 40; ++i)
        names.push_back("a-bot-with-a-name-that-is-as-long-as-a-name-of-a-bot-may-be---" + std::to_string(10 + i));
    Played played(head_of(names, settings_for(Format::round_robin)));
    for (int i = 0; i < 40; ++i) {
        for (int j = 0; j < i; ++j)
            played.games(i, j, i == 39 ? "10" : (i * 7 + j * 3) % 5 != 0 ? "11" : "=0");
    }
    const std::string text = standings_text(played.account, false);
    CHECK(widest_line(text) <= 80);
    for (int i = 0; i < 40; ++i)
        CHECK(text.find("---" + std::to_string(10 + i) + " ") != std::string::npos);
    CHECK(text.find("\ncrosstable of 40 entrants: too wide for this output; use\n  referee export FILE crosstable\n") !=
          std::string::npos);
    CHECK(widest_line(live_table(played.account, standings_of(played.account, false).ratings, 10, 79, false)) <= 79);
}

TEST_CASE("a knockout shows its rounds") {
    Played played(head_of({"a", "b", "c", "d", "e"}, settings_for(Format::knockout)));
    played.games(3, 4, "====11").games(1, 2, "00", 1).games(0, 3, "=", 1);
    const std::string text = standings_text(played.account, false);
    CHECK(text.find(R"(
round 1
  d beats e  3.0 : 3.0, as the better seed
  a bye: a, b, c
semifinals
  a - d  0.5 : 0.5, open
  b - c  1.0 : 1.0, open
)") != std::string::npos);
    CHECK(
        text.starts_with("magnetize:height=2,width=3\nknockout of 5 entrants, 2 games a pairing, seed 7\n"
                         "9 of 12 games played\nnot finished"));
}

TEST_CASE("a sequential test ends the text, and the tournament") {
    Settings settings = settings_for(Format::round_robin, 100);
    settings.sprt = SprtSettings{0, 100, 0.05, 0.05};
    Played played(head_of({"new", "old"}, settings));
    for (int i = 0; i < 20; ++i)
        played.games(0, 1, "10");
    const std::string text = standings_text(played.account, false);
    CHECK(text.find("\nsequential test of 2 entrants, seed 7\ndecided after 40 games\n") != std::string::npos);
    CHECK(text.find("not finished") == std::string::npos);
    CHECK(text.find("\n  H1 accepted: new is stronger than old (measured >+1200 Elo)\n") != std::string::npos);
    CHECK(text.find(" pairs\nabove +") != std::string::npos);
    CHECK(text.find("repeat") == std::string::npos);
    CHECK(text.find("crosstable") == std::string::npos);
}

TEST_CASE("a sequential test that is not decided yet says how long it may go on") {
    Settings settings = settings_for(Format::round_robin, 100);
    settings.sprt = SprtSettings{0, 5, 0.05, 0.05};
    Played played(head_of({"new", "old"}, settings));
    played.games(0, 1, "10");
    CHECK(standings_text(played.account, false).find("\n2 of at most 100 games played\nnot finished") !=
          std::string::npos);
}

namespace {

std::string verdict_after(const SprtSettings& test, const std::string& pair, int pairs,
                          const std::vector<std::string>& names = {"new", "old"}) {
    Settings settings = settings_for(Format::round_robin, 2 * pairs + 1'000);
    settings.sprt = test;
    Played played(head_of(names, settings));
    played.games(0, 1, "1001=0=101");
    for (int i = 0; i < pairs; ++i)
        played.games(0, 1, pair);
    const std::string text = standings_text(played.account, false);
    CHECK(widest_line(text) <= 80);
    const auto verdict = text.rfind("\n  ");
    return text.substr(verdict + 3, text.find(" (measured") - verdict - 3);
}

}  // namespace

TEST_CASE("verdicts are told in plain words") {
    CHECK(verdict_after({0, 50, 0.05, 0.05}, "01", 40) == "H0 accepted: new is not stronger than old");
    CHECK(verdict_after({0, 50, 0.05, 0.05}, "10", 40) == "H1 accepted: new is stronger than old");
    CHECK(verdict_after({10, 60, 0.05, 0.05}, "01", 40) == "H0 accepted: new is not 60 Elo stronger than old");
    CHECK(verdict_after({10, 60, 0.05, 0.05}, "10", 40) == "H1 accepted: new is more than 10 Elo stronger than old");
    CHECK(verdict_after({-50, 0, 0.05, 0.05}, "01", 40) == "H0 accepted: new is weaker than old");
    CHECK(verdict_after({-50, 0, 0.05, 0.05}, "10", 40) == "H1 accepted: new is not 50 Elo weaker than old");
    CHECK(verdict_after({-60, -10, 0.05, 0.05}, "01", 40) == "H0 accepted: new is more than 10 Elo weaker than old");
    CHECK(verdict_after({-50, 2.5, 0.05, 0.05, EloModel::normalized}, "01", 60) ==
          "H0 accepted: new is not 2.5 nElo stronger than old");
    verdict_after({0, 50, 0.05, 0.05}, "01", 40,
                  {"a-bot-with-a-name-that-is-as-long-as-a-name-of-a-bot-may-be---10",
                   "a-bot-with-a-name-that-is-as-long-as-a-name-of-a-bot-may-be---11"});
}

TEST_CASE("a test of bots that only repeat themselves says why it has no verdict, and how to mend it") {
    Settings settings = settings_for(Format::round_robin, 1'000);
    settings.sprt = SprtSettings{0, 5, 0.05, 0.05};
    Played played(head_of({"new", "old"}, settings));
    played.games(0, 1, "10").repeating();
    for (int i = 0; i < 26; ++i)
        played.games(0, 1, "11");
    CHECK(played.account.finished());
    const std::string text = standings_text(played.account, false);
    CHECK(text.find("\nstopped without a verdict after 54 games\n"
                    "4 distinct games of 54; the others repeat them move by move\n") != std::string::npos);
    CHECK(text.find("\n  pairs not counted, since they repeat earlier ones: 25\n") != std::string::npos);
    CHECK(text.ends_with("\n  no verdict: 25 repeats in a row; begin games with --openings 6\n"));
    CHECK(widest_line(text) <= 80);
}

TEST_CASE("bots that break down change nothing about the ratings of the others") {
    const auto play_good_ones = [](Played& played) {
        played.games(0, 1, "11=0").games(0, 2, "1=10").games(1, 2, "1100");
    };
    Played alone(head_of({"a", "b", "c", "x", "y", "z"}));
    play_good_ones(alone);
    Played together(head_of({"a", "b", "c", "x", "y", "z"}));
    play_good_ones(together);
    // The broken ones lose to all others, and among themselves whoever moves first crashes: a set with finite
    // differences, larger than that of the good ones would be if there were one more of them.
    for (const int good : {0, 1, 2}) {
        for (const int broken : {3, 4, 5})
            together.game(good, broken, '1', 0, protocol::Ending::crashed);
    }
    for (const auto& [one, other] : {std::pair(3, 4), std::pair(4, 5), std::pair(5, 3)}) {
        together.game(one, other, '0', 0, protocol::Ending::crashed);
        together.game(other, one, '0', 0, protocol::Ending::crashed);
    }
    const Standings expected = standings_of(alone.account, true);
    const Standings found = standings_of(together.account, true);
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}, std::size_t{2}}) {
        REQUIRE(found.ratings.entrants[i].elo);
        CHECK(*found.ratings.entrants[i].elo == doctest::Approx(*expected.ratings.entrants[i].elo).epsilon(1e-9));
        CHECK(*found.ratings.entrants[i].interval.lower ==
              doctest::Approx(*expected.ratings.entrants[i].interval.lower).epsilon(1e-6));
    }
    CHECK(*found.ratings.first_move.elo == doctest::Approx(*expected.ratings.first_move.elo).epsilon(1e-9));
    CHECK(found.ratings.entrants[3].standing == RatingStatus::lost_all);
    CHECK(standings_text(together.account, false)
              .find("6 games between bots that both forfeit a lot count as 0.0 in the ratings\n") != std::string::npos);
}

TEST_CASE("bots that beat each other in a circle get a warning, and others none") {
    // Sides are swapped after each game: "10" are two wins of the one that is named first.
    const std::string mostly = "10101010101010100101", even = "10101010100101010101";
    const auto text_of = [](const std::string& results) {
        Played played(head_of({"rock", "scissors", "paper"}, settings_for(Format::round_robin, 20)));
        played.games(0, 1, results).games(1, 2, results).games(2, 0, results);
        return standings_text(played.account, false);
    };
    const std::string circle = text_of(mostly);
    CHECK(circle.find("\nwarning: ratings do not explain these results (p < 0.001)\n") != std::string::npos);
    CHECK(circle.find(" has 16.0 of 20 games against ") != std::string::npos);
    CHECK(circle.find(": 10.0 expected\n") != std::string::npos);
    CHECK(text_of(even).find("warning") == std::string::npos);
}

TEST_CASE("one forfeit more never changes a rating much") {
    // The results are always the same; only more and more of b's defeats are forfeits. c forfeits most of its games.
    std::vector<double> elo;
    for (int forfeits = 0; forfeits <= 18; ++forfeits) {
        Played played(head_of({"a", "b", "c", "d"}, settings_for(Format::round_robin, 10)));
        int lost = 0;
        for (const int sound : {0, 3}) {
            for (int game = 0; game < 10; ++game) {
                const bool crash = game > 0 && ++lost <= forfeits;
                played.game(sound, 1, game > 0 ? '1' : '0', 0,
                            crash ? protocol::Ending::crashed : protocol::Ending::by_rules);
                played.game(sound, 2, game > 0 ? '1' : '0', 0,
                            game > 0 ? protocol::Ending::crashed : protocol::Ending::by_rules);
            }
        }
        played.games(0, 3, "1010101010").games(1, 2, "1010101011");
        for (int game = 0; game < 4; ++game)
            played.game(1, 2, '1');
        elo.push_back(*standings_of(played.account, false).ratings.entrants[1].elo);
    }
    double longest_step = 0;
    for (std::size_t i = 1; i < elo.size(); ++i)
        longest_step = std::max(longest_step, std::abs(elo[i] - elo[i - 1]));
    MESSAGE("from " << elo.front() << " to " << elo.back() << " Elo, in steps of at most " << longest_step);
    CHECK(std::abs(elo.back() - elo.front()) > 20);
    CHECK(longest_step < 0.35 * std::abs(elo.back() - elo.front()));
}

TEST_CASE("if all bots break down, the ratings use the games that there are") {
    Played played(head_of({"x", "y"}));
    played.game(0, 1, '1', 0, protocol::Ending::crashed).game(1, 0, '1', 0, protocol::Ending::crashed);
    CHECK(played.account.results_for_ratings().total().games() == 2);
}

}  // namespace tournament_test
