// Tests that lines that are too wide for a terminal are broken at spaces.
#include <doctest/doctest.h>

#include <string>

#include "referee/terminal/wrapped_text.hpp"

namespace {

using referee::wrapped_lines;
using referee::wrapped_text;

TEST_CASE("a broken line continues below the beginning of its text") {
    CHECK(wrapped_text("one two three four", 4, 12) == "one two\n    three\n    four");
    CHECK(wrapped_text("one", 4, 12) == "one");
    CHECK(wrapped_text("", 4, 12).empty());
    CHECK(wrapped_text("a wordthatistoolongforanyline b", 2, 10) == "a\n  wordthatistoolongforanyline\n  b");
}

TEST_CASE("columns are counted, not bytes") {
    CHECK(wrapped_text("\u738b\u82b3 \u674e\u660e", 0, 9) == "\u738b\u82b3 \u674e\u660e");
    CHECK(wrapped_text("\u738b\u82b3 \u674e\u660e", 0, 8) == "\u738b\u82b3\n\u674e\u660e");
    CHECK(wrapped_text("\u017b\u00f3\u0142w \u017b\u00f3\u0142w", 0, 9) == "\u017b\u00f3\u0142w \u017b\u00f3\u0142w");
}

TEST_CASE("a command at the end can be copied") {
    CHECK(wrapped_text("stopped here; to resume: referee tournament --resume --db t.db", 2, 20) ==
          "stopped here; to\n  resume:\n  referee tournament --resume --db t.db");
    CHECK(wrapped_text("it fails; see referee check ./bot --game othello", 0, 16) ==
          "it fails; see\nreferee check ./bot --game othello");
}

TEST_CASE("only lines that are too wide are changed") {
    CHECK(wrapped_lines("short\n  also short\n", 12) == "short\n  also short\n");
    CHECK(wrapped_lines("short\nthis one is long\n", 12) == "short\nthis one is\nlong\n");
    CHECK(wrapped_lines("  indented words go on", 12) == "  indented\n  words go\n  on");
    CHECK(wrapped_lines("FAIL  the problem is this", 20) == "FAIL  the problem is\n      this");
    CHECK(wrapped_lines("many blanks   between words here", 14) ==
          "many blanks\n              between\n              words\n              here");
}

TEST_CASE("drawings and JSON stay as they are") {
    const std::string row = ". x . o . x . o . x . o";
    CHECK(wrapped_lines(row, 10) == row);
    const std::string json = "{\"event\": \"played\", \"game\": 17}";
    CHECK(wrapped_lines(json, 10) == json);
    CHECK(wrapped_lines("  \"key\": \"some value\"", 10) == "  \"key\": \"some value\"");
}

TEST_CASE("tables stay as they are") {
    for (const std::string row :
         {"bot                     points   won  lost drawn  first w/l/d second w/l/d ms/move     max",
          "a_bot_with_long_name_1     0.0     0     2     0  0/1/0      0/1/0          0.10     1.2",
          "1 first  8.0    12 32.00 4.0     4/2/0     2/2/2    0 [-269, +269]        0",
          "2 王芳   0.0/4     . 2.0/4 4.0/4"}) {
        CHECK(wrapped_lines(row, 30) == row);
    }
}

TEST_CASE("colours take no columns") {
    CHECK(wrapped_lines("\x1b[1mone two\x1b[0m", 7) == "\x1b[1mone two\x1b[0m");
    CHECK(wrapped_lines("\x1b[1mone two\x1b[0m", 6) == "\x1b[1mone\ntwo\x1b[0m");
}

}  // namespace
