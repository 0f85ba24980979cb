// The line on two bots keeps to one line of 80 columns.
#include "referee/tournament/tables/result_text.hpp"

#include <doctest/doctest.h>

#include "tests/referee/tournament/tables/played_tables.hpp"

namespace tournament_test {

TEST_CASE("the difference of two bots, not of each to the mean, is on one line") {
    CHECK(result_line(summary_of(PairCounts({3, 8, 20, 14, 5}))) ==
          "+35 Elo [-17, +87], nElo +48, LOS 91 %, score 55.0 %, pairs 1.73, even 40 %");
    CHECK(result_line(summary_of(PairCounts({2, 10, 30, 160, 98}))) ==
          "+225 Elo [+202, +248], nElo +361, LOS >99 %, score 78.5 %, pairs 21.5, even 10 %");
    CHECK(result_line(summary_of(PairCounts({0, 0, 0, 0, 1}))) == "no Elo, score 100.0 %, no pair lost, even 0 %");
    CHECK(result_line(summary_of(PairCounts({0, 0, 0, 0, 20}))).starts_with("above +"));
    CHECK(result_line(summary_of(PairCounts({20, 0, 0, 0, 0}))).starts_with("below -"));
    CHECK(result_line({}) == "");
}

TEST_CASE("titles name both bots and are cut where they are long") {
    CHECK(result_title("new", "old", 1) == "new against old, 1 pair");
    const std::string long_title = result_title(std::string(100, 'a'), std::string(100, 'b'), 50'000);
    CHECK(long_title.size() <= 80);
    CHECK(long_title.find(" against ") != std::string::npos);
    CHECK(long_title.ends_with(", 50000 pairs"));
}

TEST_CASE("repeats are told where there are any") {
    CHECK(repeats_line(240, 118) == "118 distinct games of 240; the others repeat them move by move");
    CHECK(repeats_line(10, 1) == "1 distinct game of 10; the others repeat it move by move");
    CHECK(repeats_line(240, 240) == "");
    CHECK(repeats_line(0, 0) == "");
}

TEST_CASE("only a tournament of two has a difference") {
    Played three(head_of({"a", "b", "c"}));
    three.games(0, 1, "10");
    CHECK(difference_lines(three.account).empty());
    Played two(head_of({"a", "b"}));
    CHECK(difference_lines(two.account).empty());
    two.games(1, 0, "10");  // entrant 1 wins both
    const auto lines = difference_lines(two.account);
    REQUIRE(lines.size() == 2);
    CHECK(lines[0] == "a against b, 1 pair");
    CHECK(lines[1].find("score 0.0 %") != std::string::npos);
}

TEST_CASE("games are distinct by their moves, and by who played them in which order") {
    Played played(head_of({"a", "b", "c"}));
    played.repeating().games(0, 1, "1111").games(1, 2, "11").game(2, 0, 'x');
    CHECK(played.account.distinct_games() == 4);
    CHECK(played.account.entrants()[0].distinct_games == 2);
    CHECK(played.account.entrants()[1].distinct_games == 4);
    CHECK(played.account.entrants()[2].distinct_games == 2);
}

}  // namespace tournament_test
