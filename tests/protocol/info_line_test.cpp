// Tests the lines in which bots report what they think, whatever these lines contain.
#include "protocol/info_line.hpp"

#include <doctest/doctest.h>

using protocol::Info;
using protocol::last_info;
using protocol::parse_info;
using protocol::score_text;

namespace {

Info scored(const std::string& text) {
    const auto info = parse_info("info score " + text);
    REQUIRE(info);
    return *info;
}

}  // namespace

TEST_CASE("an info line has its fields in any order") {
    const auto info =
        parse_info("info depth 7 score 53 nodes 120000 nps 1300000 pv DROP 3 DROP 4 string any text, depth 9");
    REQUIRE(info);
    CHECK(info->depth == 7);
    CHECK(info->score == 53);
    CHECK(info->nodes == 120000);
    CHECK(info->nps == 1300000);
    CHECK(info->pv == "DROP 3 DROP 4");
    CHECK(info->text == "any text, depth 9");
    const auto other = parse_info("info pv c4 d3 currmove e6 hashfull 3 score cp -12.5 depth 2\r");
    REQUIRE(other);
    CHECK(other->pv == "c4 d3");
    CHECK(other->score == -12.5);
    CHECK(other->depth == 2);
    CHECK(other->text.empty());
}

TEST_CASE("a line in the format of chess engines is read") {
    const auto info = parse_info(
        "info depth 20 seldepth 31 multipv 1 score cp 35 lowerbound wdl 100 800 100 nodes 20 nps 20000 hashfull 0 "
        "tbhits 0 time 1 pv e2e4 e7e5");
    REQUIRE(info);
    CHECK(info->depth == 20);
    CHECK(info->score == 35);
    CHECK(info->expected == 0.5);
    CHECK(info->nodes == 20);
    CHECK(info->pv == "e2e4 e7e5");
    CHECK(!parse_info("info depth 20 multipv 2 score cp 3 pv d2d4"));
}

TEST_CASE("a score is a number, moves to the end, or a share of the points") {
    CHECK(scored("+3").score == 3);
    CHECK(scored("cp -40").score == -40);
    CHECK(scored("mate 3").mate == 3);
    CHECK(scored("mate -2").mate == -2);
    CHECK(scored("mate 0").mate == 0);
    CHECK(scored("62.5%").expected == 0.625);
    CHECK(parse_info("info wdl 500 250 250")->expected == 0.625);
    CHECK(scored("7 wdl 1 0 0 depth 4") == [] {
        Info info;
        info.score = 7;
        info.expected = 1;
        info.depth = 4;
        return info;
    }());
    for (const char* wrong :
         {"", "x", "nan", "inf", "1e999", "1e16", "101%", "-1%", "%", "12x", "mate", "mate x", "mate 0x3"})
        CHECK_MESSAGE(!scored(wrong).has_score(), wrong);
    for (const char* wrong : {"", "1 2", "0 0 0", "-1 0 2", "1 2 x", "1 2 99999999999999999999"})
        CHECK_MESSAGE(!parse_info(std::string("info wdl ") + wrong)->has_score(), wrong);
}

TEST_CASE("scores are written with their meaning") {
    CHECK(score_text(scored("53")) == "+53");
    CHECK(score_text(scored("-0.25 wdl 500 250 250")) == "-0.25, 62.5 %");
    CHECK(score_text(scored("mate 3")) == "wins in 3");
    CHECK(score_text(scored("mate -2")) == "loses in 2");
    CHECK(score_text(scored("mate 0")) == "loses");
    CHECK(score_text({}).empty());
    CHECK(score_text(scored("-100001")) == "-100001");
    CHECK(score_text(scored("-1234567")) == "-1234567");
    CHECK(score_text(scored("9007199254740991")) == "+9007199254740991");
    CHECK(score_text(scored("1000000")) == "+1000000");
    CHECK(score_text(scored("-0")) == "0");
    CHECK(score_text(scored("1234567.8")) == "+1234568");
    CHECK(score_text(scored("-12.3456789")) == "-12.3457");
}

TEST_CASE("a field without its value does not take the next field as its value") {
    CHECK(scored("depth 3").depth == 3);
    CHECK(parse_info("info depth nodes 5")->nodes == 5);
    CHECK(parse_info("info currmove score 5")->score == 5);
}

TEST_CASE("malformed fields are not set, and other lines are not info lines") {
    CHECK(!parse_info("information"));
    CHECK(!parse_info(""));
    CHECK(!parse_info("thinking: info depth 3"));
    CHECK(*parse_info("info") == Info{});
    CHECK(*parse_info("info depth -3 nodes 99999999999999999999 nps x") == Info{});
}

TEST_CASE("no more is read than the maximum length of a line") {
    const std::string text = "info string " + std::string(100'000, 'x');
    CHECK(parse_info(text)->text.size() == protocol::max_info_line - 12);
}

TEST_CASE("the last line with a score counts") {
    CHECK(!last_info("hello\nworld\n"));
    CHECK(last_info("info depth 1 score 4\ninfo depth 2 score 5\nnoise\n")->depth == 2);
    CHECK(last_info("info depth 2 score 5\ninfo string nearly out of time")->depth == 2);
    CHECK(last_info("info depth 2 score 5\ninfo depth 2 multipv 2 score 1")->score == 5);
    CHECK(last_info("info string a\ninfo string b")->text == "b");
}
