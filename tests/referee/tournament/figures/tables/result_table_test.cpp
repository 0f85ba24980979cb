// Tests how a table of values is shown to people and to other programs, and the lines about two bots.
#include <doctest/doctest.h>

#include "referee/tournament/figures/tables/grid.hpp"
#include "referee/tournament/figures/tables/result_text.hpp"
#include "referee/tournament/figures/tables/sheet.hpp"
#include "referee/tournament/figures/tables/tables.hpp"
#include "tests/referee/tournament/figures/tables/played_tables.hpp"

namespace tournament_test {

namespace {

/// A row with a value of each kind.
ResultTable table_of_all_kinds() {
    RatingOfEntrant rated;
    rated.rating.elo = 12.25;
    rated.rating.interval = {-30.5, 55};
    return {{{"name", "name", ColumnKind::name},
             {"points"},
             {"against"},
             {"s-b"},
             {"first", "1st W/D/L", ColumnKind::tally},
             {"elo", "Elo", ColumnKind::rating},
             {"likelihood"},
             {"itself"},
             {"nothing"},
             {"games"}},
            {{"=a",
              Points{7},
              PointsOfGames{3, 4},
              SquaredPoints{9},
              Tally{3, 1, 2},
              rated,
              Probability{0.125},
              Itself{},
              {},
              std::int64_t{6}}}};
}

std::string sheet_of(const ResultTable& table, SheetFormat format) {
    std::string sheet;
    write_sheet(table, format, [&](std::string_view part) { sheet += part; });
    return sheet;
}

}  // namespace

TEST_CASE("the rest of a wrapped list is indented by two more than its first line") {
    using referee::tournament::list_text;
    CHECK(list_text("no longer in:", {"ann", "bob"}, 18) == "no longer in: ann,\n  bob\n");
    CHECK(list_text("  ann:", {"exited 1", "timeout 2"}, 18) == "  ann: exited 1,\n    timeout 2\n");
}

TEST_CASE("foreign text in a table is safe to show in each form") {
    const ResultTable table{{{"name"}}, {{std::string("a\x1b[2J")}}};
    CHECK(value_text(table.rows[0][0]) == "a\\x1b[2J");
    for (const SheetFormat format : {SheetFormat::csv, SheetFormat::json, SheetFormat::markdown})
        CHECK(sheet_of(table, format).find("x1b") != std::string::npos);
    CHECK(sheet_of(table, SheetFormat::csv) == "name\r\na\\x1b[2J\r\n");
}

TEST_CASE("each kind of value has its text and its cells") {
    const ResultTable table = table_of_all_kinds();
    std::vector<std::string> texts;
    for (const TableValue& value : table.rows.front())
        texts.push_back(value_text(value));
    CHECK(texts ==
          std::vector<std::string>{"=a", "3.5", "1.5/4", "2.25", "3/1/2", " +12 [-31, +55]", "12.5", ".", "-", "6"});
    CHECK(value_text(table.value(0, "against"), {.with_games = false}) == "1.5");
    CHECK(value_text(table.value(0, "likelihood"), {.decimals = 0}) == "12");
    CHECK(sheet_of(table, SheetFormat::csv) ==
          "name,points,against,s-b,first_won,first_drawn,first_lost,elo,elo_lower,elo_upper,elo_word,likelihood,itself,"
          "nothing,games\r\n'=a,3.5,1.5,2.25,3,1,2,12.25,-30.5,55,,0.125,,,6\r\n");
    CHECK(sheet_of(table.only({"games", "elo"}), SheetFormat::json) ==
          "[\n{\"games\":6,\"elo\":12.25,\"elo_lower\":-30.5,\"elo_upper\":55.0,\"elo_word\":null}\n]\n");
    std::string german;
    write_sheet(
        table.only({"name", "points", "elo", "games"}), SheetFormat::csv,
        [&](std::string_view bytes) { german += bytes; }, ';');
    CHECK(german == "name;points;elo;elo_lower;elo_upper;elo_word;games\r\n'=a;3,5;12,25;-30,5;55;;6\r\n");
    CHECK(sheet_of(table.only({"name", "nothing"}), SheetFormat::markdown) ==
          "| name | nothing |\n| --- | --- |\n| =a |  |\n");
}

TEST_CASE("ratings on the scale of an anchor with a number have no plus") {
    Rating rating{.elo = 1512.4, .interval = {1470, 1555}};
    CHECK(rating_text(rating, false) == "+1512 [+1470, +1555]");
    rating.bounds = Bounds::lower;
    CHECK(rating_text(rating, false) == ">+1470");
    rating.bounds = Bounds::upper;
    CHECK(rating_text(rating, false) == "<+1555");
    rating.absolute = true;
    CHECK(rating_text(rating, false) == "<1555");
    rating.bounds = Bounds::both;
    CHECK(rating_text(rating, false) == "1512 [1470, 1555]");
    rating.fixed = true;
    CHECK(rating_text(rating, false) == "1512 fixed");
    rating.elo = -3;
    CHECK(rating_text(rating, false) == "  -3 fixed");
}

TEST_CASE("a square stays a square, whatever its entrants are called") {
    Played played(head_of({"name", "points", "name"}));
    played.games(0, 1, "1").games(2, 0, "=");
    const ResultTable square = crosstable(played.account, standings_of(played.account, false));
    REQUIRE(square.columns.size() == 4);
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(square.columns[i + 1].key == std::get<std::string>(square.rows[i][0]));
        CHECK(std::holds_alternative<Itself>(square.rows[i][i + 1]));
    }
}

TEST_CASE("the difference between two bots, not of each to the mean, is on one line") {
    const Difference difference{34.9, {-17.1, 86.6}, 0.9104};
    CHECK(result_line(summary_of(PairCounts({3, 8, 20, 14, 5})), difference) ==
          "+35 Elo [-17, +87], nElo +48, LOS 91 %, score 55.0 %, pairs 1.73, even 40 %");
    CHECK(result_line(summary_of(PairCounts({0, 0, 0, 0, 1})), Difference{120, {-80, 400}, 0.85}) ==
          "+120 Elo [-80, +400], LOS 85 %, score 100.0 %, no pair lost, even 0 %");
    CHECK(result_line(summary_of(PairCounts({0, 0, 0, 0, 1})), Difference{120, {-80, 400}, 0.85, Bounds::lower}) ==
          ">-80 Elo, LOS 85 %, score 100.0 %, no pair lost, even 0 %");
    CHECK(result_line(summary_of(PairCounts({0, 0, 0, 0, 1})), std::nullopt) == "");
    CHECK(result_line({}, difference) == "");
}

TEST_CASE("titles name both bots and are cut if they are long") {
    CHECK(result_title("new", "old", 1) == "new against old, 1 pair");
    const std::string long_title = result_title(std::string(100, 'a'), std::string(100, 'b'), 50'000);
    CHECK(long_title.size() <= 80);
    CHECK(long_title.find(" against ") != std::string::npos);
    CHECK(long_title.ends_with(", 50000 pairs"));
}

TEST_CASE("repeats are reported if there are any") {
    CHECK(repeats_line(240, 118) == "118 distinct games of 240; the others repeat them move by move");
    CHECK(repeats_line(10, 1) == "1 distinct game of 10; the others repeat it move by move");
    CHECK(repeats_line(240, 240) == "");
    CHECK(repeats_line(0, 0) == "");
}

}  // namespace tournament_test
