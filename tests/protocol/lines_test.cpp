// Tests the reading of what bots write: lines, however their bytes are split; answers; the info lines in which bots
// report what they think; and UTF-8.
#include "protocol/answer.hpp"
#include "protocol/info_line.hpp"
#include "protocol/line_buffer.hpp"
#include "protocol/utf8.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

using protocol::answer_of;
using protocol::escaped;
using protocol::Info;
using protocol::last_info;
using protocol::parse_info;
using protocol::score_text;
using protocol::trailing_white_space;
using namespace std::string_view_literals;

namespace {

using protocol::LineBuffer;
using Status = LineBuffer::Status;

/// Puts bytes into the buffer. Returns the number of bytes for which there was room.
std::size_t put(LineBuffer& buffer, std::string_view bytes) {
    const auto room = buffer.room();
    const std::size_t count = std::min(room.size(), bytes.size());
    std::copy_n(bytes.begin(), count, room.begin());
    buffer.commit(count);
    return count;
}

/// Returns all lines of a text that arrives in pieces of `step` bytes.
std::vector<std::string> lines_of(std::string_view text, std::size_t step) {
    LineBuffer buffer;
    std::vector<std::string> lines;
    while (!text.empty()) {
        text.remove_prefix(put(buffer, text.substr(0, step)));
        for (std::string_view line; buffer.next(line) == Status::line;)
            lines.emplace_back(line);
    }
    return lines;
}

Info scored(const std::string& text) {
    const auto info = parse_info("info score " + text);
    REQUIRE(info);
    return *info;
}

}  // namespace

TEST_CASE("there is no line before its LF has arrived") {
    LineBuffer buffer;
    std::string_view line = "untouched";
    CHECK(buffer.next(line) == Status::incomplete);
    put(buffer, "DROP");
    CHECK(buffer.next(line) == Status::incomplete);
    put(buffer, " 1");
    CHECK(buffer.next(line) == Status::incomplete);
    CHECK(line == "untouched");
    put(buffer, "\n");
    CHECK(buffer.next(line) == Status::line);
    CHECK(line == "DROP 1");
    CHECK(buffer.next(line) == Status::incomplete);
    CHECK(buffer.rest().empty());
}

TEST_CASE("a text gives the same lines however it is split") {
    const std::string text = "first\n\n\nsecond line\r\n" + std::string(1024, 'x') + "\nlast\n";
    const auto whole = lines_of(text, 4096);
    REQUIRE(whole.size() == 6);
    CHECK(whole[0] == "first");
    CHECK(whole[1].empty());
    CHECK(whole[2].empty());
    CHECK(whole[3] == "second line\r");
    CHECK(whole[4].size() == 1024);
    CHECK(whole[5] == "last");
    for (std::size_t step = 1; step < 1100; step += 7) {
        CHECK(lines_of(text, step) == whole);
    }
}

TEST_CASE("a line of 1024 bytes is read, one of 1025 is too long") {
    for (const std::size_t step : {std::size_t{1}, std::size_t{100}, std::size_t{4096}}) {
        CHECK(lines_of(std::string(1024, 'x') + "\n", step).size() == 1);
        CHECK(lines_of(std::string(1025, 'x') + "\n", step).empty());
    }
    LineBuffer buffer;
    std::string_view line;
    put(buffer, std::string(1024, 'x'));
    CHECK(buffer.next(line) == Status::incomplete);
    put(buffer, "x");
    CHECK(buffer.next(line) == Status::too_long);
    put(buffer, "\n");
    CHECK(buffer.next(line) == Status::too_long);
}

TEST_CASE("bytes after a line stay in the buffer") {
    LineBuffer buffer;
    std::string_view line;
    put(buffer, "one\ntwo\nthr");
    CHECK(buffer.rest() == "one\ntwo\nthr");
    CHECK(buffer.next(line) == Status::line);
    CHECK(buffer.rest() == "two\nthr");
    CHECK(buffer.next(line) == Status::line);
    CHECK(line == "two");
    CHECK(buffer.rest() == "thr");
    put(buffer, "ee");
    CHECK(buffer.rest() == "three");
}

TEST_CASE("lines pass through forever, and there is always room for more") {
    LineBuffer buffer;
    std::string_view line;
    for (int i = 0; i < 10000; ++i) {
        const std::string text = std::string(static_cast<std::size_t>(i % 1025), 'y') + "\n";
        REQUIRE(put(buffer, text) == text.size());
        REQUIRE(buffer.next(line) == Status::line);
        REQUIRE(line.size() == text.size() - 1);
    }
}

TEST_CASE("a line without an LF is too long before it fills the buffer") {
    LineBuffer buffer;
    std::string_view line;
    int rounds = 0;
    do {
        REQUIRE_FALSE(buffer.room().empty());
        put(buffer, std::string(300, 'z'));
        ++rounds;
    } while (buffer.next(line) == Status::incomplete);
    CHECK(rounds == 4);
}

TEST_CASE("NUL and bytes beyond ASCII are bytes like any other") {
    const std::string odd("a\0b\xff\n", 5);
    const auto lines = lines_of(odd, 1);
    REQUIRE(lines.size() == 1);
    CHECK(lines[0] == std::string("a\0b\xff", 4));
}

// Tests how the answer is found in a line, and how bytes are displayed. Both determine what the loser is told about its
// fault.

TEST_CASE("spaces and one CR at the end of a line are ignored, and nothing else is") {
    for (const char* line : {"DROP 1", "DROP 1\r", "DROP 1   ", "DROP 1  \r", "DROP 1\r  ", "DROP 1 \r "})
        CHECK(answer_of(line) == "DROP 1");
    for (const std::string_view line : {"DROP 1\t"sv, " DROP 1"sv, "DROP  1"sv, "DROP 1\0"sv})
        CHECK(answer_of(line) == line);
    CHECK(answer_of("DROP 1\r\r") == "DROP 1\r");
    for (const char* line : {"", " ", "\r", "  \r  "})
        CHECK(answer_of(line).empty());
}

TEST_CASE("every byte is shown as printable ASCII on one line, and no two bytes look the same") {
    std::array<std::string, 256> shown;
    for (int value = 0; value < 256; ++value) {
        const char byte = static_cast<char>(value);
        std::string& text = shown[static_cast<std::size_t>(value)];
        text = escaped({&byte, 1});
        for (const char c : text)
            CHECK((c >= 0x20 && c < 0x7f));
        for (int other = 0; other < value; ++other)
            CHECK(shown[static_cast<std::size_t>(other)] != text);
    }
    CHECK(escaped("a\n\r\t\\\"z") == R"(a\n\r\t\\\"z)");
    CHECK(escaped(std::string_view("\0\x1b\x7f\xff", 4)) == R"(\x00\x1b\x7f\xff)");
}

TEST_CASE("long text is cut, with a note how much is missing") {
    CHECK(escaped(std::string(200, 'x')) == std::string(200, 'x'));
    CHECK(escaped(std::string(201, 'x')) == std::string(200, 'x') + "... (1 bytes more)");
    CHECK(escaped("abcdef", 2) == "ab... (4 bytes more)");
    CHECK(escaped("\n\n\n", 2) == R"(\n\n... (1 bytes more))");
    CHECK(escaped("", 0).empty());
}

TEST_CASE("the white space at the end of a block is counted") {
    const std::pair<const char*, std::size_t> table[] = {{"", 0},    {"x", 0},    {"x\n", 1}, {"x\ny \r\n\t\n", 5},
                                                         {" \n", 2}, {"\n\nx", 0}};
    for (const auto& [block, count] : table)
        CHECK(trailing_white_space(block) == count);
}

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
    for (const char* score : {"-100001", "-1234567", "+9007199254740991", "+1000000"})
        CHECK(score_text(scored(score)) == score);
    CHECK(score_text(scored("-0")) == "0");
    CHECK(score_text(scored("1234567.8")) == "+1234568");
    CHECK(score_text(scored("-12.3456789")) == "-12.3457");
    CHECK(score_text({}).empty());
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

TEST_CASE("each code point is the same after it is written and read") {
    for (std::uint32_t point = 0; point <= 0x10ffff; ++point) {
        if (point >= 0xd800 && point <= 0xdfff) continue;  // surrogates are not characters
        std::string text;
        protocol::append_character(text, point);
        const protocol::Decoded read = protocol::decoded(text + "\x80");
        REQUIRE(read.point == point);
        REQUIRE(read.length == text.size());
        REQUIRE(protocol::count_characters(text) == 1);
    }
}

TEST_CASE("bytes that are not UTF-8 are read one by one") {
    for (const char* text :
         {"\x80", "\xc1\xbf", "\xe2\x82", "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xff"}) {
        CHECK(protocol::decoded(text).point == protocol::no_character);
        CHECK(protocol::decoded(text).length == 1);
    }
}

TEST_CASE("a text is cut between characters") {
    const std::string text = "a\u00e4\u20ac\U0001f600z";
    CHECK(protocol::count_characters(text) == 5);
    CHECK(protocol::first_characters(text, 0).empty());
    CHECK(protocol::first_characters(text, 2) == "a\u00e4");
    CHECK(protocol::first_characters(text, 4) == "a\u00e4\u20ac\U0001f600");
    CHECK(protocol::first_characters(text, 9) == text);
}
