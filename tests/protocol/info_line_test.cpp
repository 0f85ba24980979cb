// The lines in which bots say what they think, whatever they contain.
#include "protocol/info_line.hpp"

#include <doctest/doctest.h>

using protocol::Info;
using protocol::last_info;
using protocol::parse_info;
using protocol::Score;
using protocol::text_of;

TEST_CASE("an info line has its fields in any order") {
    const auto info =
        parse_info("info depth 7 score 53 nodes 120000 nps 1300000 pv DROP 3 DROP 4 string any text, depth 9");
    REQUIRE(info);
    CHECK(*info == Info{7, Score{Score::Kind::units, 53}, 120000, 1300000, "DROP 3 DROP 4", "any text, depth 9"});
    const auto other = parse_info("info pv c4 d3 currmove e6 hashfull 3 score cp -12.5 depth 2\r");
    REQUIRE(other);
    CHECK(*other == Info{2, Score{Score::Kind::units, -12.5}, {}, {}, "c4 d3", ""});
}

TEST_CASE("a score is a number, or a share of the points") {
    const auto score = [](const char* text) { return parse_info(std::string("info score ") + text)->score; };
    CHECK(score("+3") == Score{Score::Kind::units, 3});
    CHECK(score("62.5%") == Score{Score::Kind::share, 0.625});
    CHECK(score("wdl 500 250 250") == Score{Score::Kind::share, 0.625});
    CHECK(score("wdl 1 0 0 depth 4") == Score{Score::Kind::share, 1});
    for (const char* wrong :
         {"", "x", "nan", "inf", "1e999", "101%", "-1%", "wdl", "wdl 1 2", "wdl 0 0 0", "wdl -1 0 2", "12x"})
        CHECK_MESSAGE(!score(wrong), wrong);
    CHECK(text_of({Score::Kind::units, 53}) == "+53");
    CHECK(text_of({Score::Kind::units, -0.25}) == "-0.25");
    CHECK(text_of({Score::Kind::share, 0.625}) == "62.5 %");
}

TEST_CASE("what is malformed is not set, and other lines are no info") {
    CHECK(!parse_info("information"));
    CHECK(!parse_info(""));
    CHECK(!parse_info("thinking: info depth 3"));
    CHECK(*parse_info("info") == Info{});
    CHECK(*parse_info("info depth -3 nodes 99999999999999999999 nps x") == Info{});
}

TEST_CASE("the last line with a score counts") {
    CHECK(!last_info("hello\nworld\n"));
    CHECK(last_info("info depth 1 score 4\ninfo depth 2 score 5\nnoise\n")->depth == 2);
    CHECK(last_info("info depth 2 score 5\ninfo string nearly out of time")->depth == 2);
    CHECK(last_info("info string a\ninfo string b")->text == "b");
}
