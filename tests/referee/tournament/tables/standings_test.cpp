// Order, tie-breaks, byes, brackets: small tournaments whose numbers are worked out by hand.
#include <cctype>

#include <doctest/doctest.h>

#include "referee/tournament/tables/export_tables.hpp"
#include "referee/tournament/tables/standings.hpp"
#include "referee/tournament/tables/standings_text.hpp"
#include "referee/tournament/tables/tables.hpp"
#include "tests/referee/tournament/tables/played_tables.hpp"

namespace tournament_test {

namespace {

/// The entrants from the first to the last, and their ranks.
std::vector<std::pair<int, int>> order(const Played& played) {
    std::vector<std::pair<int, int>> entrants;
    for (const StandingsLine& line : standings_of(played.account, false).lines)
        entrants.emplace_back(static_cast<int>(line.entrant), line.rank);
    return entrants;
}

using Order = std::vector<std::pair<int, int>>;

/// Everything that can be printed of a tournament.
std::string all_texts(const Account& account) {
    std::string all =
        standings_text(account, false) + live_table(account, standings_of(account, false).ratings, 5, 80, false);
    const Sink sink = [&](std::string_view text) { all += text; };
    for (const SheetFormat format : {SheetFormat::csv, SheetFormat::json, SheetFormat::markdown}) {
        for (const char* name : {"standings", "crosstable", "superiority", "endings"})
            write_sheet(exported_table(name, account, {}, {{}, true}), format, sink);
    }
    return all;
}

bool has_word(const std::string& text, const std::string& word) {
    for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        const auto is_part = [&](std::size_t i) {
            return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '.');
        };
        if (!is_part(at + word.size()) && (at == 0 || !is_part(at - 1))) return true;
    }
    return false;
}

}  // namespace

TEST_CASE("points come first in a round robin, then Sonneborn-Berger") {
    Played played(head_of({"a", "b", "c", "d"}, settings_for(Format::round_robin, 1)));
    played.game(0, 2, '1').game(1, 3, '1').game(3, 0, '1').game(2, 1, '1').game(0, 1, '=').game(2, 3, '1');
    // Half points: a 3, b 3, c 4, d 2.
    const Standings standings = standings_of(played.account, false);
    CHECK(standings.lines[0].entrant == 2);
    CHECK(standings.lines[0].tie_breaks.sonneborn_berger == 2 * 3 + 2 * 2);  // beat b and d
    CHECK(standings.lines[1].entrant == 0);
    CHECK(standings.lines[1].tie_breaks.sonneborn_berger == 2 * 4 + 1 * 3);  // beat c, drew with b
    CHECK(standings.lines[2].entrant == 1);
    CHECK(standings.lines[2].tie_breaks.sonneborn_berger == 2 * 2 + 1 * 3);  // beat d, drew with a
    CHECK(standings.lines[3].tie_breaks.sonneborn_berger == 2 * 3);          // beat a
    CHECK(standings.lines[3].rank == 4);
}

TEST_CASE("whom nothing tells apart share a rank, in the order of the list") {
    Played played(head_of({"a", "b", "c"}, settings_for(Format::round_robin)));
    played.games(0, 1, "10").games(1, 2, "10").games(2, 0, "10");
    CHECK(order(played) == Order{{0, 1}, {1, 1}, {2, 1}});
}

TEST_CASE("an entrant that has lost stands above one that has not played, if their points are the same") {
    Played played(head_of({"a", "b", "c"}, settings_for(Format::round_robin)));
    played.game(1, 2, '1');
    CHECK(order(played) == Order{{1, 1}, {2, 2}, {0, 3}});
}

TEST_CASE("a bye counts as winning all games of a pairing, and Buchholz breaks ties") {
    Played played(head_of({"a", "b", "c", "d", "e"}, settings_for(Format::swiss)));
    played.games(0, 1, "10").games(2, 3, "10");        // a 2, c 2; e rests: 2
    played.games(0, 2, "10", 1).games(1, 4, "==", 1);  // a 4, b 1, e 3; d rests: 2
    const Standings standings = standings_of(played.account, false);
    std::vector<std::pair<std::size_t, std::uint64_t>> points;
    for (const StandingsLine& line : standings.lines)
        points.emplace_back(line.entrant, line.half_points);
    // c and d have 2 points each; c met d and a (2 + 4), d met c (2) and rested, which counts as one like itself (2).
    CHECK(points == std::vector<std::pair<std::size_t, std::uint64_t>>{{0, 8}, {4, 6}, {2, 4}, {3, 4}, {1, 2}});
    CHECK(standings.lines[2].tie_breaks.buchholz == 4 + 8);
    CHECK(standings.lines[2].tie_breaks.buchholz_cut1 == 8);
    CHECK(standings.lines[3].tie_breaks.buchholz == 4 + 4);
    CHECK(standings.lines[3].tie_breaks.buchholz_cut1 == 4);
    CHECK(standings.lines[1].byes == 1);
    CHECK(standings.lines[3].byes == 1);
    CHECK(standings.lines[0].byes == 0);
    CHECK(standings_text(played.account, false).find("a bye, worth 2.0 points: e, d\n") != std::string::npos);
}

TEST_CASE("the dummy opponent of a bye has no more than draws in all rounds would give") {
    Settings settings = settings_for(Format::swiss, 1);
    settings.format.rounds = 2;
    Played played(head_of({"a", "b", "c"}, settings));
    played.game(0, 1, '1').game(2, 0, '1', 1);  // c rests in the first round, b in the second
    const Standings standings = standings_of(played.account, false);
    REQUIRE(standings.lines[0].entrant == 2);
    CHECK(standings.lines[0].half_points == 4);
    // c: a has 2 half points; the dummy would have 4, but two draws are only 2.
    CHECK(standings.lines[0].tie_breaks.buchholz == 2 + 2);
    CHECK(standings.lines[0].tie_breaks.buchholz_cut1 == 2);
    CHECK(standings.lines[0].tie_breaks.sonneborn_berger == 2 * 2 + 2 * 2);
    // a: b 2, c 4; b: a 2, and a dummy with its own 2.
    REQUIRE(standings.lines[1].entrant == 0);
    CHECK(standings.lines[1].tie_breaks.buchholz == 2 + 4);
    CHECK(standings.lines[1].tie_breaks.buchholz_cut1 == 4);
    CHECK(standings.lines[1].tie_breaks.sonneborn_berger == 2 * 2);
    CHECK(standings.lines[2].tie_breaks.buchholz == 2 + 2);
    CHECK(standings.lines[2].tie_breaks.buchholz_cut1 == 2);
    CHECK(standings.lines[2].tie_breaks.sonneborn_berger == 0 * 2 + 2 * 2);
}

TEST_CASE("direct encounter tells those apart whom Sonneborn-Berger does not, if all of them have met") {
    Played played(head_of({"a", "b", "c", "d"}, settings_for(Format::round_robin, 1)));
    played.game(0, 1, '1').game(0, 2, '0').game(0, 3, '=').game(1, 2, '=').game(1, 3, '0').game(2, 3, '0');
    // Half points: a 3, b 1, c 3, d 5. Sonneborn-Berger: a 2 * 1 + 1 * 5, c 2 * 3 + 1 * 1. c has beaten a.
    const Standings standings = standings_of(played.account, false);
    CHECK(order(played) == Order{{3, 1}, {2, 2}, {0, 3}, {1, 4}});
    CHECK(standings.lines[1].tie_breaks.sonneborn_berger == 7);
    CHECK(standings.lines[2].tie_breaks.sonneborn_berger == 7);
    CHECK(standings.lines[1].direct_encounter == 2);
    CHECK(standings.lines[2].direct_encounter == 0);
    CHECK(!standings.lines[0].direct_encounter);
    CHECK(tables_of(played.account, standings, 0).tie_breaks ==
          std::vector<std::string_view>{"sonneborn_berger", "direct_encounter"});
    std::string csv;
    write_sheet(exported_table("standings", played.account, {}, {{"all"}}), SheetFormat::csv,
                [&](std::string_view text) { csv += text; });
    CHECK(csv.find(",buchholz_cut1,buchholz,sonneborn_berger,direct_encounter,") != std::string::npos);
    // a: Buchholz 1 + 3 + 5 half points, without the lowest 8; 7 quarters; nothing from the game against c.
    CAPTURE(csv);
    CHECK(csv.find(",4,4.5,1.75,0,") != std::string::npos);
    Played apart(head_of({"a", "b", "c", "d"}, settings_for(Format::swiss, 1)));
    apart.game(0, 1, '1').game(2, 3, '1');
    for (const StandingsLine& line : standings_of(apart.account, false).lines)
        CHECK(!line.direct_encounter);
}

TEST_CASE("ratings order a gauntlet and a ladder; words have their places") {
    for (const Format format : {Format::gauntlet, Format::ladder}) {
        Played played(head_of({"even", "better", "new", "best", "worst", "worse"}, settings_for(format)));
        played.games(0, 1, "1000").games(0, 3, "00").game(3, 0, '1').games(0, 4, "1010").games(0, 5, "1011");
        CHECK(standings_of(played.account, false).ratings.entrants[2].standing == RatingStatus::no_games);
        const Order entrants = order(played);
        CHECK(entrants.back() == std::pair(2, 6));
        CHECK(entrants[4] == std::pair(4, 5));  // lost all its games, but has played
    }
}

TEST_CASE("a knockout is ordered by how far they came, and ends when its schedule does") {
    Played played(head_of({"a", "b", "c", "d", "e"}, settings_for(Format::knockout)));
    played.games(3, 4, "10");
    CHECK(order(played) == Order{{0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 5}});
    CHECK(played.account.total() == 8);
    played.games(0, 3, "00", 1).games(1, 2, "01", 1);
    const Knockout::Bracket bracket = played.account.knockout()->bracket();
    REQUIRE(bracket.rounds.size() == 2);
    CHECK(bracket.rounds[1].name == "semifinals");
    CHECK(bracket.rounds[0].byes == std::vector<int>{0, 1, 2});
    CHECK(!bracket.rounds[1].pairings[0].winner);
    CHECK(bracket.rounds[1].pairings[1].winner == 2);
    CHECK(order(played) == Order{{2, 1}, {0, 2}, {3, 2}, {1, 4}, {4, 5}});
    CHECK(played.account.total() == 10);  // two more that the schedule has, and the file has not yet
    played.games(0, 3, "====", 1);
    CHECK(played.account.knockout()->bracket().rounds[1].pairings[0].winner == 0);
    CHECK(played.account.knockout()->bracket().rounds[1].pairings[0].by_seed);
    CHECK(order(played) == Order{{0, 1}, {2, 1}, {1, 3}, {3, 3}, {4, 5}});
    played.games(0, 2, "x=", 2);
    CHECK(!played.account.finished());  // all games of the file are played, and the final is a tie
    CHECK(played.account.total() == 14);
    played.games(0, 2, "01", 2);
    CHECK(order(played) == Order{{2, 1}, {0, 2}, {1, 3}, {3, 3}, {4, 5}});
    CHECK(played.account.finished());
    CHECK(played.account.total() == 14);  // four pairings of two games, and three extra pairs
}

TEST_CASE("games that a knockout's schedule does not have are refused") {
    Account account(head_of({"a", "b", "c"}, settings_for(Format::knockout)));
    PlannedGame planned;
    planned.second = 1;
    CHECK_THROWS_WITH(account.plan({&planned, 1}), "game 0 is not the one that this knockout plans");
}

TEST_CASE("a goal is reached at a checkpoint, with all planned games played") {
    Settings settings = settings_for(Format::round_robin, 100);
    settings.until = Goal{Goal::Kind::los, 93};
    Played played(head_of({"a", "b"}, settings));
    played.games(0, 1, "10101010101010");  // clear enough, but too early for a look
    played.account.check_goal();
    CHECK(!played.account.goal());
    played.games(0, 1, "1?");  // a planned game is missing
    played.account.check_goal();
    CHECK(!played.account.goal());
    CHECK(!played.account.finished());

    Played even(head_of({"a", "b"}, settings));
    even.games(0, 1, "1111111111111111");
    even.account.check_goal();
    REQUIRE(even.account.goal());
    CHECK(even.account.goal()->of == 1);
    CHECK(even.account.goal()->reached == 0);
    CHECK(*even.account.goal()->farthest == doctest::Approx(50));
    CHECK(!even.account.finished());
    CHECK(standings_text(even.account, false).find("\n16 of at most 100 games played\nuntil los=93: 0 of 1 ") !=
          std::string::npos);

    Played clear(head_of({"a", "b"}, settings));
    clear.games(0, 1, "101010101010==01");
    clear.account.check_goal();
    CHECK(clear.account.finished());
    CHECK(clear.account.is_at_goal());
    CHECK(!clear.account.total());
    CHECK(standings_text(clear.account, false).find("\n16 games played; the goal is reached\nuntil los=93: 1 of 1 ") !=
          std::string::npos);
    clear.games(0, 1, "1");
    CHECK(!clear.account.is_at_goal());
}

TEST_CASE("a game that neither bot could start counts for nobody, and is played") {
    Played played(head_of({"a", "b"}, settings_for(Format::round_robin, 4)));
    played.games(0, 1, "x1x=");
    CHECK(played.account.played() == 4);
    CHECK(played.account.results().total().games() == 2);
    CHECK(played.account.entrants()[0].void_games == 2);
    CHECK(played.account.entrants()[1].half_points() == 3);
    CHECK(standings_text(played.account, false).find("neither bot could be started: 2 games, for nobody\n") !=
          std::string::npos);
}

TEST_CASE("swiss: a walkover stays with who received it, when that one leaves or is replaced, too") {
    using Kind = Change::Kind;
    TournamentHead head = head_of({"a", "b", "c", "d", "e", "f", "heir"}, settings_for(Format::swiss));
    head.changes = {
        {.kind = Kind::withdrawn, .planned = 6, .entrant = 1, .cancelled = {0, 1}},
        {.kind = Kind::replaced, .planned = 6, .entrant = 0, .by = 6},
        {.kind = Kind::withdrawn, .planned = 6, .entrant = 3, .annulled = true},
        {.kind = Kind::withdrawn, .planned = 6, .entrant = 2},
        {.kind = Kind::withdrawn, .planned = 6, .entrant = 4, .cancelled = {4, 5}},
        {.kind = Kind::withdrawn, .planned = 6, .entrant = 5, .cancelled = {4, 5}},
    };
    Played played(head);
    played.games(0, 1, "??").games(2, 3, "01").games(4, 5, "??");
    const std::vector<std::uint64_t> expected = {2, 0, 2, 0, 0, 0, 0};
    const Standings standings = standings_of(played.account, false);
    for (const StandingsLine& line : standings.lines) {
        CHECK(played.account.entrants()[line.entrant].walkovers == expected[line.entrant]);
        CHECK(line.half_points == 2 * expected[line.entrant]);
    }
}

TEST_CASE("swiss: only a pairing all of whose games are walkovers counts as a dummy opponent") {
    using Kind = Change::Kind;
    Settings settings = settings_for(Format::swiss);
    settings.format.rounds = 3;
    TournamentHead head = head_of({"a", "b", "c", "d", "e", "f"}, settings);
    head.changes = {
        {.kind = Kind::withdrawn, .planned = 6, .entrant = 1, .cancelled = {1}},
        {.kind = Kind::withdrawn, .planned = 10, .entrant = 2, .cancelled = {7}},
        {.kind = Kind::withdrawn, .planned = 12, .entrant = 3, .cancelled = {10, 11}},
    };
    Played played(head);
    played.games(0, 1, "1?").games(2, 3, "11").games(4, 5, "==");
    played.games(0, 2, "0?", 1).games(3, 4, "11", 1);
    const auto line_of_first = [&] {
        const Standings standings = standings_of(played.account, false);
        return *std::ranges::find(standings.lines, 0U, &StandingsLine::entrant);
    };
    // a has won a game and lost one, and has a walkover in either pairing; b has nothing, c two points.
    CHECK(played.account.entrants()[0].walkovers == 2);
    CHECK(line_of_first().half_points == 6);
    CHECK(line_of_first().tie_breaks.buchholz == 0 + 4);
    played.games(0, 3, "??", 2);  // d has two points, and a draw in each of six games is three
    CHECK(line_of_first().half_points == 10);
    CHECK(line_of_first().tie_breaks.buchholz == 0 + 4 + 6);
}

TEST_CASE("a match of no game of the tournament is refused") {
    Played played(head_of({"a", "b"}));
    played.game(0, 1, '?');
    StoredMatch match;
    match.first = 0;
    match.second = 1;
    match.result.number = 1;
    CHECK_THROWS_WITH(played.account.add(match), "match 1 is none of this tournament's games");
    match.result.number = 0;
    match.second = 0;
    CHECK_THROWS_WITH(played.account.add(match), "match 0 is none of this tournament's games");
    match.second = 2;
    CHECK_THROWS(played.account.add(match));
}

TEST_CASE("there is never an infinite number, nor one that is none") {
    const auto check = [](const std::string& what, std::size_t entrants, const auto& play) {
        for (const Format format :
             {Format::round_robin, Format::gauntlet, Format::swiss, Format::knockout, Format::ladder}) {
            std::vector<std::string> names;
            for (std::size_t i = 0; i < entrants; ++i)
                names.push_back("bot" + std::to_string(i));
            Settings settings = settings_for(format);
            if (entrants == 2) settings.sprt = SprtSettings{};
            Played played(head_of(names, settings));
            play(played);
            const std::string text = all_texts(played.account);
            CAPTURE(what);
            CAPTURE(text);
            for (const char* word : {"nan", "-nan", "inf", "-inf", "-0", "-0.0", "-0.00", "+0"})
                CHECK(!has_word(text, word));
        }
    };
    check("no games", 3, [](Played&) {});
    check("one game", 2, [](Played& played) { played.games(0, 1, "1"); });
    check("one game of three", 3, [](Played& played) { played.games(1, 2, "0"); });
    check("all draws", 2, [](Played& played) { played.games(0, 1, "====="); });
    check("first always wins", 2, [](Played& played) { played.games(0, 1, "111111"); });
    check("a perfect score", 2, [](Played& played) { played.games(0, 1, "101010"); });
    check("apart", 4, [](Played& played) { played.games(0, 1, "1=").games(2, 3, "10"); });
    check("nobody started", 2, [](Played& played) { played.games(0, 1, "xxxx"); });
    check("a ranking without end", 4,
          [](Played& played) { played.games(0, 1, "10").games(1, 2, "10").games(2, 3, "10"); });
}

TEST_CASE("nothing is rounded to a sign of its own") {
    Rating rating;
    rating.standing = RatingStatus::estimated;
    rating.elo = -0.3;
    rating.interval = {-0.4, 0.49};
    CHECK(rating_text(rating, false, false) == "   0 [0, 0]");
}

}  // namespace tournament_test
